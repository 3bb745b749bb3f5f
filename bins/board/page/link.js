// A game in the address: game, variant, rules that differ, set-up, moves, and where one looks.

export function toHash({ game, variant, options, setup, moves, ply }) {
  const fields = new URLSearchParams({ game });
  if (variant) fields.set("variant", variant);
  for (const [name, value] of Object.entries(options)) fields.set(`option.${name}`, value);
  if (setup) fields.set("position", setup);
  if (moves.length) fields.set("moves", moves.join(" "));
  if (ply !== moves.length) fields.set("ply", ply);
  return `#${fields}`;
}

export function fromHash(hash) {
  const fields = new URLSearchParams(hash.replace(/^#/, ""));
  const game = fields.get("game");
  if (!game) return null;
  const options = {};
  for (const [name, value] of fields) if (name.startsWith("option.")) options[name.slice(7)] = value;
  const moves = (fields.get("moves") ?? "").split(" ").filter(Boolean);
  const ply = fields.has("ply") ? Number.parseInt(fields.get("ply"), 10) : moves.length;
  return {
    game, options, moves,
    variant: fields.get("variant"),
    setup: fields.get("position"),
    ply: Number.isInteger(ply) ? Math.max(0, Math.min(ply, moves.length)) : moves.length,
  };
}
