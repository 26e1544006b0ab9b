import { hostCommand } from "./command.ts";
import type { Command, CommandScene } from "./command.ts";
import { list } from "./words.ts";

const DEPTHS = ["quick", "normal", "deep"] as const;

/** Questions that are answered with a report. */
export const researchCommands: readonly Command[] = [
  hostCommand(
    {
      name: "research",
      args: "[quick|normal|deep] [question]",
      description: "Answer a question with a report that can be checked",
      group: "talk",
      whileRunning: false,
    },
    research,
  ),
  hostCommand(
    {
      name: "verify",
      description: "Check the last report, or the places answers name, without a model",
      group: "session",
    },
    verify,
  ),
];

async function research({ args, call, sessionKey }: CommandScene) {
  const [first = "", ...rest] = args.split(/\s+/);
  const depth = DEPTHS.find((word) => word === first.toLowerCase());
  const question = depth === undefined ? args : rest.join(" ");
  if (question === "") {
    const { mode } = await call("mode.set", { sessionKey, mode: "research" });
    return { text: `mode: ${mode}` };
  }
  const wish = depth === undefined ? {} : { depth };
  return { runId: (await call("research.start", { sessionKey, question, ...wish })).runId };
}

async function verify({ call, sessionKey }: CommandScene) {
  const { ok, citations, claims, counts } = await call("report.verify", { sessionKey });
  const found = Object.entries(counts).flatMap(([name, n]) => (n === 0 ? [] : [`${n} ${name}`]));
  const head = `${ok ? "verified" : "not verified"}: ${found.join(", ") || "no citations"}, ${claims.length} sentences`;
  const lines = [
    ...citations.flatMap(({ n, source, problem, now }) =>
      problem === null && now === undefined ? [] : [`[${n}] ${source}: ${problem ?? now}`],
    ),
    ...claims.flatMap(({ text, problem }) => (problem === null ? [] : [`“${text}”: ${problem}`])),
  ];
  return { text: lines.length === 0 ? head : `${head}\n\n${list(lines, "")}` };
}
