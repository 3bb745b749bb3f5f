// List of named positions.

import { html, select } from "./dom.js";
import { t } from "./texts.js";

/** @param {[string, string][]} named names of positions, with their texts */
export function showNamed(named) {
  const options = named.map(([name, text]) => html("option", { value: text }, name));
  select("named").replaceChildren(html("option", { value: "" }, t("named")), ...options);
  select("named").hidden = !named.length;
}
