// The connection to the server: requests with answers, and searches whose lines stream in. A lost connection is taken
// up again; whoever listens to `open` sends what the server must know.

const FIRST_WAIT = 250;
const LONGEST_WAIT = 5000;
/** Bytes of a message beyond which the server breaks off. */
const LONGEST_MESSAGE = 2 ** 20;

export class Server extends EventTarget {
  #socket = null;
  #waiting = new Map();
  #searches = new Map();
  #next = 1;
  #wait = FIRST_WAIT;

  constructor() {
    super();
    this.#connect();
  }

  get isOpen() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  #connect() {
    const socket = new WebSocket(new URL("socket", location.href.replace(/^http/, "ws").replace(/#.*/, "")));
    this.#socket = socket;
    socket.onmessage = ({ data }) => this.#hear(JSON.parse(data));
    socket.onclose = () => {
      for (const { reject } of this.#waiting.values()) reject(new Error("the connection was lost"));
      for (const search of this.#searches.values()) search.done(null);
      this.#waiting.clear();
      this.#searches.clear();
      this.dispatchEvent(new Event("lost"));
      setTimeout(() => this.#connect(), this.#wait);
      this.#wait = Math.min(2 * this.#wait, LONGEST_WAIT);
    };
  }

  #hear(message) {
    if (message.type === "hello") {
      this.#wait = FIRST_WAIT;
      this.dispatchEvent(new CustomEvent("open", { detail: message }));
      return;
    }
    const search = this.#searches.get(message.id);
    if (message.type === "line") search?.line(message);
    else if (search) {
      this.#searches.delete(message.id);
      if (message.type === "error") search.failed?.(message.message);
      search.done(message.type === "best" ? message : null);
    } else {
      const waiting = this.#waiting.get(message.id);
      this.#waiting.delete(message.id);
      if (message.type === "error") waiting?.reject(new Error(message.message));
      else waiting?.resolve(message);
    }
  }

  #send(message) {
    const id = this.#next++;
    const text = JSON.stringify({ id, ...message });
    if (new Blob([text]).size > LONGEST_MESSAGE) throw new Error("this is too long, expected a megabyte at the most");
    if (this.isOpen) this.#socket.send(text);
    return id;
  }

  /** Asks, and promises the answer; an error of the server is an error here. */
  ask(message) {
    if (!this.isOpen) return Promise.reject(new Error("not connected"));
    return new Promise((resolve, reject) => this.#waiting.set(this.#send(message), { resolve, reject }));
  }

  /** Starts a search, which ends the one that runs; `done` is called once, with null when it was cut off. */
  search(message, line, done, failed) {
    if (!this.isOpen) return done(null);
    this.#searches.set(this.#send({ type: "search", ...message }), { line, done, failed });
  }

  stop() {
    this.#send({ type: "stop" });
  }
}
