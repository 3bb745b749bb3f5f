// The engine in the page, in place of a connection to a server. Each game has its own module, which runs in
// its own worker. During a search in one game, the page can therefore ask about another one, for example in
// the dialogue for a new game.

import { GAMES } from "./games.js";
import { opened } from "./loading.js";
import "./offline.js";
import { Runner } from "./runner.js";
import { t } from "./texts.js";

/** Time in milliseconds between two attempts to start the first game. */
const RETRY = 5000;

/** @type {Connect} */
export function connect({ receive, lost }) {
  /** Game of the last request. */
  let game = opened;
  /** The game that was loaded last; null until the first one is loaded. @type {string | null} */
  let greeted = null;
  /** @type {Map<string, Runner>} */
  const runners = new Map();
  /** @type {Map<string, GameListing>} */
  const listings = new Map();

  /** Returns the runner of a game. Starts it if there is none. @param {string} name */
  function runnerOf(name) {
    const runner =
      runners.get(name) ??
      new Runner(name, {
        greeted: (hello) => greet(name, hello),
        answer: receive,
        refused: (message) => {
          runners.delete(name);
          if (greeted) game = greeted;
          else {
            lost(message);
            setTimeout(() => runnerOf(opened), RETRY);
          }
        },
      });
    runners.set(name, runner);
    return runner;
  }

  /**
   * Informs the page that a game is loaded: the first time by a greeting with all games, then once for each
   * further game by the list of games, in which only loaded games have their variants.
   * @param {string} name
   * @param {Hello} hello
   */
  function greet(name, hello) {
    const isNew = !listings.has(name);
    listings.set(name, hello.games[0]);
    const games = Object.keys(GAMES).map((each) => listings.get(each) ?? { name: each, variants: [] });
    if (!greeted) receive({ ...hello, games });
    else if (isNew) receive({ type: "games", games });
    greeted = name;
  }

  /** Ends idle workers of games other than the last one, because each takes tens of megabytes. */
  function endIdle() {
    for (const [name, runner] of runners) {
      if (name === game || runner.unanswered.size) continue;
      runner.end();
      runners.delete(name);
    }
  }

  setInterval(() => runners.forEach((runner) => runner.watch()), 1000);

  runnerOf(game);
  return {
    isOpen: true,
    send(request) {
      const { type, place, record } = request;
      const searching = [...runners.values()].find((runner) => runner.search);
      if (type === "stop" && searching) return searching.send(request);
      const wanted = place?.game ?? record?.place.game ?? game;
      if (!Object.hasOwn(GAMES, wanted)) throw new Error(t("web.nogame", { game: wanted }));
      game = wanted;
      const runner = runnerOf(game);
      if (type === "search" && searching !== runner) searching?.endSearch();
      runner.send(request);
      endIdle();
    },
  };
}
