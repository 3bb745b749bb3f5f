// Sets the theme before the first paint, so that the page does not flash.
(() => {
  let theme = null;
  try {
    // `PREFIX` in dom.js begins this key.
    theme = localStorage.getItem("plywright.theme")?.replaceAll('"', "");
  } catch {
    // Without storage, the system's theme is used.
  }
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
})();
