// Applied before the first paint, so that nothing flashes.
(() => {
  let theme = null;
  try {
    theme = localStorage.getItem("theme")?.replaceAll('"', "");
  } catch {
    // Without storage the system decides.
  }
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
})();
