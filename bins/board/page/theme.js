// Applied before the first paint, so that nothing flashes.
(() => {
  let theme = null;
  try { theme = localStorage.getItem("theme"); } catch { /* storage may be closed to us */ }
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
})();
