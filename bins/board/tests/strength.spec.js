// The estimate of a person's strength, checked against the definition of Elo ratings.

import { expect, test } from "@playwright/test";
import { eloOf, evenLevel } from "../page/strength.js";

/** @type {[number, number][]} */
const RATINGS = [
  [0, 900],
  [10, 1900],
  [20, 2900],
];

test("interpolates between measured levels", () => {
  expect(eloOf(5, RATINGS)).toBe(1400);
  expect(eloOf(0, RATINGS)).toBe(900);
  expect(eloOf(25, RATINGS), "levels above the last measured one are estimated").toBe(2900 + 5 * 65);
  expect(eloOf(4, []) - eloOf(2, [])).toBe(130);
});

test("is the opponent's level after even results", () => {
  expect(evenLevel([[7, 0.5]], RATINGS)).toBe(7);
  const results = [1, 0].map((result) => /** @type {[number, number]} */ ([12, result]));
  expect(evenLevel(results, [])).toBe(12);
});

test("rises after a win, falls after a loss and stays among the levels", () => {
  expect(evenLevel([[7, 1]], RATINGS)).toBeGreaterThan(7);
  expect(evenLevel([[7, 0]], RATINGS)).toBeLessThan(7);
  expect(evenLevel(Array(30).fill([0, 0]), RATINGS)).toBe(0);
  expect(evenLevel(Array(30).fill([30, 1]), [])).toBe(30);
});

test("finds the level of a player who always plays the suggested one", () => {
  // Reproducible numbers between 0 and 1.
  let state = 1;
  const random = () => (state = (state * 16807) % 2147483647) / 2147483647;
  for (const strength of [3, 9, 16]) {
    let distance = 0;
    for (let person = 0; person < 200; person++) {
      /** @type {[number, number][]} */
      const results = [];
      let level = 6;
      for (let game = 0; game < 30; game++) {
        const chance = 1 / (1 + 10 ** ((level - strength) / 4));
        results.push([level, random() < chance ? 1 : 0]);
        level = evenLevel(results, RATINGS);
      }
      distance += Math.abs(level - strength) / 200;
    }
    // A level is 100 Elo. The standard error of a rating from 30 even games is 800 / ln 10 / sqrt(30) = 63.
    expect(distance, String(strength)).toBeLessThan(1);
  }
});
