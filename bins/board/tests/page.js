// Operates the page as a person does: clicks, types, and reads the visible texts and pieces.

import { AxeBuilder } from "@axe-core/playwright";
import { expect, test } from "@playwright/test";
import { FOLDER } from "./program.js";

/** Levels A and AA of WCAG 2.2. */
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
/** Messages of the browser when a test ends the server. */
const ALLOWED = /WebSocket connection|ERR_CONNECTION_RE(FUSED|SET)/;

/** Returns the selector of the place with this name. @param {string} word */
export const named = (word) => `.target[data-word='${word}']`;

/**
 * Makes the network of a page slow. Chromium only.
 * @param {import("@playwright/test").Page} page
 * @param {number} latency in milliseconds
 * @param {number} speed of downloads in bytes per second; uploads have half of it
 */
export async function slowDown(page, latency, speed) {
  const chrome = await page.context().newCDPSession(page);
  await chrome.send("Network.enable");
  const network = { offline: false, latency, downloadThroughput: speed, uploadThroughput: speed / 2 };
  await chrome.send("Network.emulateNetworkConditions", network);
}

export class Board {
  /** @type {string[]} */
  consoleOutput = [];

  /**
   * @param {import("@playwright/test").Page} page
   * @param {string} address of the page under test
   * @param {(request: object) => Promise<any>} ask asks the program's own server
   * @param {boolean} isTouched whether a finger makes the gestures
   */
  constructor(page, address, ask, isTouched) {
    this.page = page;
    this.address = address;
    this.ask = ask;
    this.isTouched = isTouched;
    page.on("console", (message) => this.consoleOutput.push(message.text()));
    page.on("pageerror", (error) => this.consoleOutput.push(String(error)));
  }

  /** Whether the engine runs in the page, without a server. */
  get isStatic() {
    return FOLDER !== "";
  }

  /** Skips the test if the page has no server. */
  needsServer = () => test.skip(this.isStatic, "this page has no server");

  /** Opens the page with a fragment in its address, and waits until the board is drawn. */
  async open(hash = "", address = this.address) {
    // An address that differs only in its fragment would not load the page again.
    await this.page.goto("about:blank");
    await this.page.goto(`${address}${hash && `#${hash}`}`);
    await this.expectBoard();
  }

  /**
   * Changes the messages of the server before the page reads them.
   * @param {(message: any) => void} change
   */
  async changeMessages(change) {
    this.needsServer();
    await this.page.routeWebSocket(/socket$/, (socket) => {
      socket.connectToServer().onMessage((text) => {
        const message = JSON.parse(String(text));
        change(message);
        socket.send(JSON.stringify(message));
      });
    });
  }

  async reload() {
    await this.page.reload();
    await this.expectBoard();
  }

  expectBoard = () => expect(this.page.locator(".target").first()).toBeAttached();

  /** Opens a game that a person plays for both sides. */
  openForTwo = (hash = "") => this.open(`${hash}&first=person&second=person`);

  /** @param {string} id */
  at = (id) => this.page.locator(`#${id}`);

  /** @param {string} id */
  text = async (id) => (await this.at(id).textContent()) ?? "";

  get status() {
    return this.at("status");
  }

  hash = () => this.page.evaluate(() => location.hash);

  /** Waits until the address's fragment matches. @param {RegExp} pattern */
  async expectHash(pattern) {
    await expect.poll(this.hash, { timeout: 30_000 }).toMatch(pattern);
  }

  position = () => this.at("position").inputValue();

  /** Waits for the text of a position. @param {string | RegExp} text */
  expectPosition = (text) => expect(this.at("position")).toHaveValue(text);

  /** Waits until this number of moves has been played. @param {number} count */
  expectPlies = (count) => expect(this.page.locator("#moves .ply")).toHaveCount(count);

  /** Waits until this number of pieces is drawn. @param {number} count */
  expectPieces = (count) => expect(this.page.locator("#board .pieces .piece")).toHaveCount(count);

  /** Opens a panel. @param {string} part */
  openPanel = (part) => this.at(`tab-${part}`).evaluate((tab) => /** @type {HTMLElement} */ (tab).click());

  /** Opens the panel or the menu in which an element is, if it is closed. @param {string} selector */
  async reveal(selector) {
    const element = this.page.locator(selector).first();
    await element.evaluate((it) => {
      const panel = it.closest("[role=tabpanel][hidden]");
      if (panel) document.getElementById(`tab-${panel.id}`)?.click();
      if (it.closest("#menu:not(:popover-open)")) document.getElementById("more")?.click();
    });
    return element;
  }

  /** @param {string} selector */
  async click(selector) {
    await (await this.reveal(selector)).click();
  }

  /** Replaces the text of a field, and presses Enter unless this would add a line. */
  async fill(selector, text) {
    const field = await this.reveal(selector);
    await field.fill(text);
    if (!["#position", "#note"].includes(selector)) await field.press("Enter");
  }

  /** @param {string} key */
  press = (key) => this.page.keyboard.press(key);

  blur = () => this.page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement).blur());

  /** Chooses an entry of a list, also of one in a closed dialogue. */
  async select(selector, value) {
    const list = this.page.locator(selector);
    const chosen = await list.evaluate((it, wanted) => {
      it.value = wanted;
      it.dispatchEvent(new Event("change"));
      return it.value;
    }, value);
    expect(chosen, `${selector} has such an entry`).toBe(value);
  }

  /** Opens the dialogue for a new game, and makes the choices one after the other. */
  async openDialogue(choices = {}) {
    await this.click("#new");
    await expect(this.at("begin")).toBeEnabled();
    for (const [list, value] of Object.entries(choices)) {
      await this.select(list, value);
      await expect(this.at("begin")).toBeEnabled();
    }
  }

  /** Begins a new game with these choices. */
  async begin(choices = {}) {
    await this.openDialogue(choices);
    await this.click("#begin");
  }

  /** Chooses the language of the page, which is then loaded again. @param {string} tag */
  async speak(tag) {
    await this.select("#language", tag);
    await expect(this.page.locator(`html[lang=${tag}]`)).toBeAttached();
    await this.expectBoard();
  }

  /** Returns the middle of each place, given by its selector. @param {string[]} places */
  async spots(...places) {
    await this.page.locator("#board svg").evaluate((board) => board.scrollIntoView({ block: "nearest" }));
    return this.page.evaluate(
      (selectors) =>
        selectors.map((selector) => {
          const box = document.querySelector(`${selector} .hit`).getBoundingClientRect();
          return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
        }),
      places,
    );
  }

  /** Clicks on a place, or taps on it on a phone. */
  choose = (word) => this.clickAt(named(word));

  async clickAt(place) {
    const [{ x, y }] = await this.spots(place);
    if (this.isTouched) await this.page.touchscreen.tap(x, y);
    else await this.page.mouse.click(x, y);
  }

  /** Plays these moves, each by a click on one place. @param {string[]} words */
  async play(...words) {
    for (const word of words) {
      await this.choose(word);
      await this.expectHash(new RegExp(`${word}$`));
    }
  }

  /** Drags the mouse from a place to another. @param {"left" | "right"} [button] */
  async drag(from, to, button = "left") {
    const { mouse } = this.page;
    const [start, end] = await this.spots(named(from), named(to));
    await mouse.move(start.x, start.y);
    await mouse.down({ button });
    await mouse.move(end.x, end.y);
    await mouse.up({ button });
  }

  /**
   * Turns the wheel over the board by these movements at once. Returns whether the last one may scroll the
   * page.
   * @param {number[]} ways
   */
  wheel = (...ways) =>
    this.page.locator("#board svg").evaluate((it, movements) => {
      let mayScroll = false;
      for (const deltaY of movements) {
        mayScroll = it.dispatchEvent(new WheelEvent("wheel", { deltaY, bubbles: true, cancelable: true }));
      }
      return mayScroll;
    }, ways);

  /** Holds a finger on a place and moves it to another. Chromium only. */
  async pressLong(from, to) {
    const [start, end] = await this.spots(named(from), named(to));
    const chrome = await this.page.context().newCDPSession(this.page);
    const touch = (type, ...touchPoints) => chrome.send("Input.dispatchTouchEvent", { type, touchPoints });
    await touch("touchStart", start);
    await this.page.waitForTimeout(700);
    await touch("touchMove", end);
    await touch("touchEnd");
  }

  /** Returns the names of the places that a person can choose next. */
  litPlaces = () =>
    this.page.evaluate(() => [
      ...new Set([...document.querySelectorAll(".target.lit")].map((it) => it.dataset.word)),
    ]);

  /** Waits until nothing moves on the page. */
  waitUntilStill = () => expect.poll(() => this.page.evaluate(() => document.getAnimations().length)).toBe(0);

  /** Returns the drawn pieces as `PLACE SHAPE SIDE COUNT`, sorted. `SIDE` is `-` for no owner. */
  drawnPieces = () =>
    this.page.evaluate(() =>
      [...document.querySelectorAll("#board .pieces .piece")]
        .map(({ dataset: { at, shape, side, count } }) => {
          const label = document.querySelector(`.target[data-at='${at}']`).getAttribute("aria-label");
          return [label.split(/[: ]/)[0], shape, side || "-", count].join(" ").trim();
        })
        .sort(),
    );

  /** Asserts that the drawn pieces are those that the server reads from the text of the position. */
  async expectDrawn() {
    const fields = new URLSearchParams((await this.hash()).slice(1));
    const place = { game: fields.get("game"), variant: fields.get("variant"), setup: await this.position() };
    const { scene, message } = await this.ask({ type: "position", place });
    expect(message, JSON.stringify(place)).toBeUndefined();
    const pieces = scene.pieces.map(({ at, shape, side, dead, count }) => {
      const { label, name } = scene.places[at];
      const owner = dead ? "-" : (side ?? "-");
      return [(label ?? name).split(" ")[0], shape, owner, count].join(" ").trim();
    });
    expect(await this.drawnPieces(), JSON.stringify(place)).toEqual(pieces.sort());
  }

  /**
   * Checks the page in its current state, or a part of it, against the rules of WCAG.
   * @param {string} state
   * @param {string} [part] selector of the part
   */
  async audit(state, part = "html") {
    // The page has no frames. Without this mode, each check would open a page of its own.
    const axe = new AxeBuilder({ page: this.page }).setLegacyMode(true);
    const { violations } = await axe.include(part).withTags(RULES).analyze();
    const found = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
    expect(found, state).toEqual([]);
  }

  /** Asserts that the page has written nothing to the console but what the end of a server causes. */
  expectNoConsoleOutput() {
    expect(this.consoleOutput.filter((text) => !ALLOWED.test(text))).toEqual([]);
  }
}
