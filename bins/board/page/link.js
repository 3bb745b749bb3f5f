// Converts a game to the fragment of the page's address and back: game, variant, changed options, starting
// position, moves and the ply that is shown.

/** @param {import("./game.js").Game} game */
export function toHash({ game, variant, options, setup, moves, ply }) {
  const fields = new URLSearchParams({ game });
  if (variant) fields.set("variant", variant);
  for (const [name, value] of Object.entries(options)) fields.set(`option.${name}`, value);
  if (setup) fields.set("position", setup);
  if (moves.length) fields.set("moves", moves.join(" "));
  if (ply !== moves.length) fields.set("ply", String(ply));
  return `#${fields}`;
}

/**
 * @param {string} hash
 * @returns {Loading | null}
 */
export function fromHash(hash) {
  const fields = new URLSearchParams(hash.replace(/^#/, ""));
  const game = fields.get("game");
  if (!game) return null;
  /** @type {Record<string, string>} */
  const options = {};
  for (const [name, value] of fields) if (name.startsWith("option.")) options[name.slice(7)] = value;
  const moves = (fields.get("moves") ?? "").split(" ").filter(Boolean);
  const ply = Number.parseInt(fields.get("ply") ?? "", 10);
  return {
    game,
    options,
    moves,
    variant: fields.get("variant"),
    setup: fields.get("position"),
    ply: Number.isInteger(ply) ? Math.max(0, Math.min(ply, moves.length)) : moves.length,
  };
}
