// Holds back answers of the server, so that a test decides when they come.

import { expect } from "./board.js";

/** Returns functions that hold back the server's answers that match a pattern, and send them later. */
export async function answers(board) {
  board.needsServer();
  /** Answers that are held back; null while they pass. */
  let held = null;
  let [kind, count] = [/./, 0];
  await board.page.routeWebSocket(/socket$/, (socket) => {
    socket.connectToServer().onMessage((text) => {
      const send = () => {
        count += 1;
        socket.send(text);
      };
      if (held && kind.test(String(text))) held.push(send);
      else send();
    });
  });
  return {
    hold: (pattern = /./) => ([held, kind] = [[], pattern]),
    areHeld: () => expect.poll(() => held.length).toBeGreaterThan(0),
    release: () => {
      const late = held;
      [held, count] = [null, 0];
      for (const send of late) send();
    },
    /** Waits until at least this number of answers has been sent since the release. */
    areSent: (least) => expect.poll(() => count).toBeGreaterThanOrEqual(least),
  };
}
