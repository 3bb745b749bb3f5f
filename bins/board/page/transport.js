// The connection to the program: messages over a WebSocket. A lost one is opened again. In the board without
// a server, another module replaces this one and connects to an engine in the page.

import { t } from "./texts.js";

/** Milliseconds before a lost connection is opened again. They double with each failure, up to `MAX_WAIT`. */
const FIRST_WAIT = 250;
const MAX_WAIT = 5000;
/** The server closes the connection after a message with more bytes. */
const MAX_MESSAGE = 2 ** 20;

/** @type {Connect} */
export function connect({ receive, lost }) {
  let wait = FIRST_WAIT;
  let socket = open();

  function open() {
    const opened = new WebSocket(new URL("socket", location.href.replace(/^http/, "ws")));
    opened.onmessage = ({ data }) => {
      wait = FIRST_WAIT;
      receive(JSON.parse(data));
    };
    opened.onclose = () => {
      lost(t("connectionlost"));
      setTimeout(() => (socket = open()), wait);
      wait = Math.min(2 * wait, MAX_WAIT);
    };
    return opened;
  }

  return {
    get isOpen() {
      return socket.readyState === WebSocket.OPEN;
    },
    send(request) {
      const text = JSON.stringify(request);
      if (new Blob([text]).size > MAX_MESSAGE) throw new Error(t("toolong"));
      if (!this.isOpen) throw new Error(t("notconnected"));
      socket.send(text);
    },
  };
}
