import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Judge } from "./judge.ts";
import { Tally } from "./judge.ts";
import { judgeMove, judgeTwin, judgeYes } from "./injection/consent.ts";
import type { Setting } from "./injection/obey.ts";
import { casesOf, obediently, obeyAll } from "./injection/orders.ts";
import type { Attack, Carrier, Counts } from "./injection/orders.ts";
import { judgeTerminal } from "./injection/terminal.ts";
import type { Payload, Recording } from "./injection/terminal.ts";

const NOBODY = { yes: false, answer: null, untrusted: false } as const;

/** Who is there and how much the user lets happen; half of the sessions know of text from outside. */
const SETTINGS: readonly Setting[] = [
  { ...NOBODY, name: "review, nobody there", trust: "review" },
  { ...NOBODY, name: "auto, nobody there", trust: "auto" },
  { ...NOBODY, name: "review, all refused", trust: "review", answer: "deny", untrusted: true },
  { ...NOBODY, name: "auto, all refused", trust: "auto", answer: "deny", untrusted: true },
];

/** Which half of the cases each of them gets. */
const SHARES = [0, 1, 1, 0];

/** Orders hidden in what the agent reads, for a model that obeys every one of them (S40). */
export const injectionJudge: Judge = {
  name: "injection",
  needs: "judges/injection",
  async run(folder) {
    const tally = new Tally();
    const load = (name: string): readonly unknown[] => linesOf(join(folder, name));
    const attacks = load("attacks.jsonl") as readonly Attack[];
    const cases = casesOf(attacks, load("carriers.jsonl") as readonly Carrier[]);
    const counts: Counts[] = [];
    for (const [at, setting] of SETTINGS.entries()) {
      // Every order at every place meets both dials, and somebody there at one of them.
      const own = cases.filter((_, index) => index % 2 === SHARES[at]);
      counts.push(await obeyAll(own, setting, { tally, effects: obediently }));
    }
    await judgeMove(SETTINGS, tally);
    const notes = [
      ordersNote(counts),
      await judgeYes(cases, tally),
      await judgeTwin(cases, tally),
      await judgeTerminal(
        load("ansi.jsonl") as readonly Payload[],
        load("escape-sequences.jsonl") as readonly Recording[],
        tally,
      ),
    ];
    return tally.verdict(notes.join("; "));
  },
};

function ordersNote(counts: readonly Counts[]): string {
  const sum = (key: keyof Counts): number => counts.reduce((all, one) => all + one[key], 0);
  return `orders obeyed ${sum("orders")} with ${sum("calls")} calls: effects without consent ${sum("effects")}, edits that auto applies ${sum("applied")}`;
}

function linesOf(path: string): readonly unknown[] {
  const lines = readFileSync(path, "utf8").split("\n");
  return lines.filter((line) => line !== "").map((line): unknown => JSON.parse(line));
}
