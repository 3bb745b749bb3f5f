// Serves a built folder by Python's web server, and opens it in browsers.

import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import process from "node:process";
import puppeteer from "puppeteer-core";

/** The folder under test. */
export const FOLDER = process.env.WEB_FOLDER ?? "";

const BINARIES = {
  chrome: ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"],
  firefox: ["/usr/bin/firefox-esr", "/usr/bin/firefox"],
};

/** @typedef {"chrome" | "firefox"} Kind */

/** The installed browsers. @type {Kind[]} */
export const BROWSERS = /** @type {Kind[]} */ (Object.keys(BINARIES)).filter((kind) => binary(kind));

/** @param {Kind} kind */
function binary(kind) {
  return BINARIES[kind].find((path) => existsSync(path));
}

/**
 * Serves a folder by a command that prints the number of its port in the first line.
 * @param {string} folder
 */
export async function serve(
  folder,
  command = ["python3", "-u", "-m", "http.server", "0", "--bind", "127.0.0.1"],
) {
  const [program, ...words] = command;
  const child = spawn(program, words, { cwd: folder, stdio: ["ignore", "pipe", "ignore"] });
  const port = await new Promise((resolve, reject) => {
    child.stdout.on("data", (data) => {
      const found = /port (\d+)/.exec(String(data));
      if (found) resolve(found[1]);
    });
    child.on("exit", () => reject(new Error(`${program} ended`)));
  });
  return { address: `http://127.0.0.1:${port}/`, stop: () => child.kill() };
}

/** Starts a browser. @param {Kind} kind @param {string[]} [more] */
export function launch(kind, more = []) {
  const args = kind === "chrome" ? ["--no-sandbox", "--disable-dev-shm-usage", ...more] : more;
  return puppeteer.launch({ browser: kind, executablePath: binary(kind), args, protocolTimeout: 120_000 });
}

/**
 * Opens a page. Collects its console messages and its requests to other hosts.
 * @param {import("puppeteer-core").Browser} browser
 */
export async function newPage(browser) {
  // The page keeps its game, so each page of a test has a store of its own.
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  // Hints in first games would start searches during the tests.
  await page.evaluateOnNewDocument(() => {
    if (location.protocol !== "about:") localStorage.setItem("guided", "false");
  });
  /** @type {string[]} */
  const messages = [];
  page.on("console", (message) => messages.push(message.text()));
  page.on("pageerror", (error) => messages.push(String(error)));
  page.on("request", (request) => {
    if (!/^(http:\/\/127\.0\.0\.1|data:|blob:)/.test(request.url())) {
      messages.push(`requests ${request.url()}`);
    }
  });
  return { page, messages };
}
