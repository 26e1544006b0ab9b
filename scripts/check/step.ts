import { spawn } from "node:child_process";
import { join } from "node:path";
import { findTool } from "../launch/find-tool.mjs";
import { RULES } from "./rules.ts";
import { largestFiles } from "./sizes.ts";
import type { SourceFile, Violation } from "./source-file.ts";

/** `note` is shown behind the name, `details` only when the step failed. */
export type Outcome = { readonly ok: boolean; readonly note?: string; readonly details: string };

export type Step = { readonly name: string; run(): Promise<Outcome> };

/** All steps in the order they are started. */
export function allSteps(root: string, files: readonly SourceFile[]): readonly Step[] {
  return [
    ...Object.entries(RULES).map(([name, rule]) => ({
      name,
      run: async () => ruleOutcome(name, files, rule(files)),
    })),
    // The longest first: the others fill the gaps.
    { name: "tests", run: () => runTests(root) },
    { name: "lint", run: () => runTool(root, "oxlint", ["--type-aware"]) },
    { name: "types", run: () => runTool(root, "tsc", ["-p", ".", ...INCREMENTAL]) },
    { name: "format", run: () => runTool(root, "oxfmt", ["--check", "."]) },
  ];
}

function ruleOutcome(
  name: string,
  files: readonly SourceFile[],
  violations: readonly Violation[],
): Outcome {
  return {
    ok: violations.length === 0,
    ...(name === "sizes" ? { note: `largest: ${largestFiles(files, 3).join(", ")}` } : {}),
    details: violations.map(formatViolation).join("\n"),
  };
}

/** Only what has changed since the last run is checked again. */
const INCREMENTAL = ["--incremental", "--tsBuildInfoFile", ".cache/tsc.tsbuildinfo"];

function formatViolation({ path, line, message }: Violation): string {
  return `${path}${line === undefined ? "" : `:${line}`}: ${message}`;
}

function runTool(root: string, name: string, args: readonly string[]): Promise<Outcome> {
  return runNode(root, [findTool(root, name), ...args]);
}

/** The inner loop leaves the long tests to `npm test` and spares the others a process of their own. */
async function runTests(root: string): Promise<Outcome> {
  const quick = ["--no-isolate", "--path-ignore-patterns=**/*.slow.test.ts"];
  const outcome = await runNode(root, [join(root, "scripts/launch.mjs"), "test", ...quick]);
  const note = /^\d+ passed, \d+ failed$/m.exec(outcome.details)?.[0];
  return { ...outcome, ...(note === undefined ? {} : { note }) };
}

/** npm names the Node that runs it; the tools are made for that one, not for Bun. */
function runNode(root: string, args: readonly string[]): Promise<Outcome> {
  const node = process.env["npm_node_execpath"] ?? "node";
  return new Promise((resolve) => {
    const child = spawn(node, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
    let details = "";
    const keep = (chunk: Buffer): void => {
      details += chunk.toString("utf8");
    };
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    child.once("error", (error) => resolve({ ok: false, details: error.message }));
    child.once("close", (code) => resolve({ ok: code === 0, details: details.trim() }));
  });
}
