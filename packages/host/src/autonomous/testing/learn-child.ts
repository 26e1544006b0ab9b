import { openHost } from "../../open.ts";
import { learnHere } from "../learn-here.ts";

/** One process that learns: prints how it went. `open`: every lease is granted, the weakened twin. */
const [cwd = "", userHome = "", lease = ""] = process.argv.slice(2);

const host = await openHost({
  env: process.env,
  cwd,
  userHome,
  offline: false,
  warn: () => {},
});
const learned = await learnHere(host, {
  signal: new AbortController().signal,
  ...(lease === "open" ? { lease: () => ({ [Symbol.dispose]: () => {} }) } : {}),
});
process.stdout.write(`${JSON.stringify(learned)}\n`);
