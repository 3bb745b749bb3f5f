// Explains why nothing works if the page was opened as a file. Browsers load neither modules nor WebAssembly
// from files.
if (location.protocol === "file:") {
  /** @type {HTMLElement} */ (document.getElementById("online")).textContent =
    "A page opened as a file cannot load its engine. Put the folder on a web host, or run " +
    "“python3 -m http.server” in it and open http://localhost:8000/.";
}
