// Lists for choosing a game, a variant, options and a named position.

import { byId, html, input, select } from "./dom.js";

/**
 * Shows the rules of the loaded game in the lists.
 * @param {import("./game.js").Game} game
 * @param {GameListing[]} games
 * @param {(change: { options: Record<string, string> }) => void} changed called with the new options
 */
export function showRules(game, games, changed) {
  const position = game.known();
  const entry = games.find(({ name }) => name === game.game);
  const variant = position?.variant ?? game.variant ?? "";
  const variants = (entry?.variants ?? []).map(({ name, summary }) =>
    html("option", { value: name, title: summary }, name),
  );
  if (variant && !variants.some(({ value }) => value === variant)) {
    variants.push(html("option", { value: variant }, variant));
  }
  byId("game").replaceChildren(...games.map(({ name }) => html("option", { value: name }, name)));
  select("game").value = game.game;
  byId("variant").replaceChildren(...variants);
  select("variant").value = variant;
  const further = input("further");
  byId("variantlabel").toggleAttribute("hidden", variants.length < 2 && !entry?.further);
  further.hidden = !entry?.further;
  further.value = "";
  further.placeholder = entry?.further?.name ?? "";
  const listed = entry?.variants.find(({ name }) => name === variant) ?? entry?.further;
  byId("summary").textContent = listed?.summary ?? "";
  if (!position) return;
  const options = position.options.filter((option) => option !== null);
  byId("options").replaceChildren(
    ...options.map((option) => {
      const value = game.options[option.name] ?? option.default;
      const change = (/** @type {string} */ chosen) =>
        changed({ options: { ...game.options, [option.name]: chosen } });
      return html("label", {}, field(option, value, change), ` ${option.name}`);
    }),
  );
}

/**
 * Creates the input field of an option.
 * @param {Option} option
 * @param {string} value
 * @param {(value: string) => void} change
 */
function field({ name, kind, min, max, choices = [] }, value, change) {
  const id = `option-${name.replaceAll(" ", "-")}`;
  if (kind === "combo") {
    const options = choices.map((choice) => html("option", { value: choice }, choice));
    const list = html("select", { id, onchange: () => change(list.value) }, ...options);
    list.value = value;
    return list;
  }
  if (kind === "check") {
    const box = html("input", { id, type: "checkbox", onchange: () => change(String(box.checked)) });
    box.checked = value === "true";
    return box;
  }
  const number = html("input", { id, type: "number", min, max, onchange: () => change(number.value) });
  number.value = value;
  return number;
}

/** @param {[string, string][]} named names of positions, with their texts */
export function showNamed(named) {
  const options = named.map(([name, text]) => html("option", { value: text }, name));
  select("named").replaceChildren(html("option", { value: "" }, "named …"), ...options);
  select("named").hidden = !named.length;
}
