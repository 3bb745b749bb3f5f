// What Safari and outdated browsers need.

import { expect, test } from "./board.js";

test("sounds are started in an event of the person", async ({ board, page }) => {
  await page.addInitScript(() => {
    if (location.protocol === "http:") localStorage["plywright.sounds"] = "true";
    window.events = [];
    // As in Safari on a phone, the audio never starts without the page's request.
    window.AudioContext = class extends AudioContext {
      get state() {
        return "suspended";
      }
      resume() {
        window.events.push(window.event?.type);
        return super.resume();
      }
    };
  });
  await board.openForTwo("game=tic-tac-toe");
  await board.play("b2");
  expect(await page.evaluate(() => window.events)).toContain("click");
});

test("a browser without the functions for the page's colours is named", async ({ board, page }) => {
  test.skip(board.isStatic, "the service worker may have the style sheet");
  await board.openForTwo("game=tic-tac-toe");
  await expect(board.at("outdated")).toBeHidden();
  await page.route(/style\.css$/, async (route) => {
    const text = await (await route.fetch()).text();
    await route.fulfill({ contentType: "text/css", body: text.replaceAll("light-dark(", "dark-light(") });
  });
  await board.reload();
  await expect(board.at("outdated")).toContainText("Safari 17.5");
});
