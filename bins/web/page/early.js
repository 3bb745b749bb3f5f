// Requests the module of the opened game before the page's own script has been loaded. On later visits, the
// service worker has it. The script `build` writes this text into the page, with the default game.
if (location.protocol === "file:") {
  // Browsers load neither modules nor WebAssembly from files.
  addEventListener("DOMContentLoaded", () => {
    /** @type {HTMLElement} */ (document.getElementById("online")).textContent =
      "A page opened as a file cannot load its engine. Put the folder on a web host, or run " +
      "“python3 -m http.server” in it and open http://localhost:8000/.";
  });
} else {
  // Some hosts send scripts as plain text, which browsers refuse to run. The event `error` of an element does
  // not bubble, so the listener captures it.
  const complain = (/** @type {Event} */ { target }) => {
    // Hosts and browser extensions may add scripts of other origins.
    const isOwn =
      target instanceof HTMLScriptElement && target.src.startsWith(new URL("./", location.href).href);
    const line = isOwn && document.getElementById("online");
    if (!line) return;
    line.textContent = `The host does not send ${target.src} as JavaScript. Loading the page again may help.`;
  };
  addEventListener("error", complain, true);
  if (!navigator.serviceWorker?.controller) {
    const game = new URLSearchParams(location.hash.slice(1)).get("game") ?? "FIRST_GAME";
    const link = document.createElement("link");
    const attributes = { rel: "preload", as: "fetch", crossorigin: "anonymous" };
    for (const [name, value] of Object.entries(attributes)) link.setAttribute(name, value);
    link.href = `VERSION/${game}.wasm`;
    document.head.append(link);
  }
}
