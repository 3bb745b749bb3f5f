// Sets the theme before the first paint, so that the page does not flash.
(() => {
  let theme = null;
  try {
    // `PREFIX` in dom.js is the beginning of this key.
    theme = localStorage.getItem("plywright.theme")?.replaceAll('"', "");
  } catch {
    // If storage is not available, the system's theme is used.
  }
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
})();
