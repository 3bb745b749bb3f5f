// Requests the module of the opened game before the page's own modules have been loaded. On later visits, the
// service worker has it.
if (!navigator.serviceWorker?.controller) {
  const { src, dataset } = /** @type {HTMLScriptElement} */ (document.currentScript);
  const gameOf = (/** @type {string} */ hash) => new URLSearchParams(hash.slice(1)).get("game");
  const link = document.createElement("link");
  const attributes = { rel: "preload", as: "fetch", crossorigin: "anonymous" };
  for (const [name, value] of Object.entries(attributes)) link.setAttribute(name, value);
  link.href = new URL(`${gameOf(location.hash) ?? dataset.game}.wasm`, src).href;
  document.head.append(link);
}
