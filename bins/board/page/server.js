// The connection to the server: requests with answers, and searches whose lines stream in. A lost connection
// is opened again; the listener to `open` sends what the server must know.

const FIRST_WAIT = 250;
const MAX_WAIT = 5000;
/** Maximum size of a message in bytes; the server disconnects after a longer one. */
const MAX_MESSAGE = 2 ** 20;

/**
 * @typedef {object} Search
 * @property {(line: Line) => void} line
 * @property {(best: { move: string | null } | null) => void} done called once, with null after a failure
 * @property {(message: string) => void} failed
 */

export class Server extends EventTarget {
  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {Map<number, { resolve: (answer: any) => void, reject: (error: Error) => void }>} */
  #waiting = new Map();
  /** @type {Map<number, Search>} */
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
    socket.onmessage = ({ data }) => this.#receive(JSON.parse(data));
    socket.onclose = () => {
      for (const { reject } of this.#waiting.values()) reject(new Error("the connection was lost"));
      for (const search of this.#searches.values()) search.done(null);
      this.#waiting.clear();
      this.#searches.clear();
      this.dispatchEvent(new Event("lost"));
      setTimeout(() => this.#connect(), this.#wait);
      this.#wait = Math.min(2 * this.#wait, MAX_WAIT);
    };
  }

  /** @param {any} message */
  #receive(message) {
    if (message.type === "hello") {
      this.#wait = FIRST_WAIT;
      this.dispatchEvent(new CustomEvent("open", { detail: message }));
      return;
    }
    const search = this.#searches.get(message.id);
    if (message.type === "line") search?.line(message);
    else if (search) {
      this.#searches.delete(message.id);
      if (message.type === "error") search.failed(message.message);
      search.done(message.type === "best" ? message : null);
    } else {
      const waiting = this.#waiting.get(message.id);
      this.#waiting.delete(message.id);
      if (message.type === "error") waiting?.reject(new Error(message.message));
      else waiting?.resolve(message);
    }
  }

  /** @param {object} message */
  #send(message) {
    const id = this.#next++;
    const text = JSON.stringify({ id, ...message });
    if (new Blob([text]).size > MAX_MESSAGE) {
      throw new Error("this is too long, expected a megabyte at the most");
    }
    if (this.isOpen) this.#socket?.send(text);
    return id;
  }

  /**
   * Sends a request and promises the answer. An error of the server rejects the promise.
   * @param {object} message
   * @returns {Promise<any>}
   */
  #ask(message) {
    if (!this.isOpen) return Promise.reject(new Error("not connected"));
    return new Promise((resolve, reject) => this.#waiting.set(this.#send(message), { resolve, reject }));
  }

  /**
   * @param {Setting} place
   * @returns {Promise<Position>}
   */
  position(place) {
    return this.#ask({ type: "position", place });
  }

  /**
   * The scene after the first steps of a move.
   * @param {Setting} place
   * @param {Step[]} steps
   * @returns {Promise<{ scene: Scene }>}
   */
  preview(place, steps) {
    return this.#ask({ type: "preview", place, steps });
  }

  /**
   * Exact values of a position and of its moves.
   * @param {Setting} place
   * @returns {Promise<Exact>}
   */
  exact(place) {
    return this.#ask({ type: "exact", place });
  }

  /**
   * @param {string} text
   * @returns {Promise<Records>}
   */
  readRecords(text) {
    return this.#ask({ type: "read_records", text });
  }

  /**
   * @param {RecordRequest} record
   * @returns {Promise<{ text: string }>}
   */
  writeRecord(record) {
    return this.#ask({ type: "write_record", record });
  }

  /**
   * Starts a search and ends the running one.
   * @param {SearchRequest} request
   * @param {Search} search
   */
  search(request, search) {
    if (!this.isOpen) return search.done(null);
    this.#searches.set(this.#send({ type: "search", ...request }), search);
  }

  /** Ends the running search. */
  stop() {
    this.#send({ type: "stop" });
  }
}
