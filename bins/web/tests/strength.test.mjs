// The estimate of a person's strength, checked against the definition of Elo ratings.

import assert from "node:assert/strict";
import { it } from "node:test";
import { eloOf, evenLevel } from "../../board/page/strength.js";

/** @type {[number, number][]} */
const RATINGS = [
  [0, 900],
  [10, 1900],
  [20, 2900],
];

it("interpolates between measured levels", () => {
  assert.equal(eloOf(5, RATINGS), 1400);
  assert.equal(eloOf(0, RATINGS), 900);
  assert.equal(eloOf(25, RATINGS), 2900 + 5 * 65, "levels above the last measured one are estimated");
  assert.equal(eloOf(4, []) - eloOf(2, []), 130);
});

it("is the opponent's level after even results", () => {
  assert.equal(evenLevel([[7, 0.5]], RATINGS), 7);
  assert.equal(
    evenLevel(
      [
        [12, 1],
        [12, 0],
      ],
      [],
    ),
    12,
  );
});

it("rises after a win, falls after a loss and stays among the levels", () => {
  assert.ok(evenLevel([[7, 1]], RATINGS) > 7 && evenLevel([[7, 0]], RATINGS) < 7);
  assert.equal(evenLevel(Array(30).fill([0, 0]), RATINGS), 0);
  assert.equal(evenLevel(Array(30).fill([30, 1]), []), 30);
});

it("finds the level of a player who always plays the suggested one", () => {
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
    assert.ok(distance < 1, `${strength}: ${distance}`);
  }
});
