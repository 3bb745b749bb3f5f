// Tests of the page in installed browsers. Environment variables:
//
// * PLYWRIGHT: the program; otherwise target/release/plywright.
// * BOARD_FOLDER: a folder of bins/web/build. Its page is tested in place of the program's.
// * BOARD_SOURCE: tests the page's files without building the program again.
// * BOARD_ALL: also every game on a phone, gliding, and over a slow network, and all tests in Firefox.
// * BOARD_PICTURES, BOARD_LOOK: folders for pictures, see tests/pictures.spec.js.

import { defineConfig } from "@playwright/test";
import { existsSync } from "node:fs";

/** Returns the first installed program. Without one, Playwright takes the browser that it has installed. */
const installed = (/** @type {string[]} */ ...paths) => paths.find((path) => existsSync(path));

const FIREFOX = installed("/usr/bin/firefox-esr", "/usr/bin/firefox");
const CHROMIUM = installed("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome");
// The sandbox does not work for root.
const ARGUMENTS = ["--no-sandbox", "--disable-dev-shm-usage"];
// Chromium counts a page that a test has changed as one of another machine, which may not reach this one.
if (process.env.BOARD_SOURCE) ARGUMENTS.push("--disable-features=LocalNetworkAccessChecks");

export default defineConfig({
  testDir: "tests",
  outputDir: "../../target/board-tests",
  workers: 2,
  fullyParallel: true,
  timeout: 150_000,
  expect: { timeout: 30_000 },
  reporter: "line",
  use: { viewport: { width: 1280, height: 900 }, actionTimeout: 30_000, locale: "en-US" },
  projects: [
    {
      name: "chromium",
      use: {
        browserName: "chromium",
        // A new window for each test costs half a second of processor time. A used one loses its storage, but
        // not the service worker of a page without a server.
        reuseContext: !process.env.BOARD_FOLDER,
        contextOptions: { reducedMotion: "reduce" },
        launchOptions: { executablePath: CHROMIUM, args: ARGUMENTS },
      },
    },
    {
      // Firefox runs the tests of what it may do differently: input by pointer and keys, drawing, and the
      // modules, workers and caches of a page without a server.
      name: "firefox",
      grep: process.env.BOARD_ALL ? undefined : /@firefox/,
      grepInvert: /@chromium/,
      use: {
        browserName: "firefox",
        channel: FIREFOX && "moz-firefox",
        // Mozilla's own Firefox has no command for preferences of the person, so the profile holds them.
        // Versions of Playwright after 1.63 still give the command, and fail.
        colorScheme: null,
        contextOptions: { reducedMotion: null, forcedColors: null, contrast: null },
        launchOptions: { executablePath: FIREFOX, firefoxUserPrefs: { "ui.prefersReducedMotion": 1 } },
      },
    },
  ],
});
