import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "../../packages/platform/src/index.ts";
import {
  astGrepTool,
  astParsers,
  findRipgrep,
  grepTool,
  PendingActions,
  scanCache,
} from "../../packages/tools/src/index.ts";
import type { ToolContext, ToolOffer } from "../../packages/agent/src/index.ts";

/**
 * A small program for the test of the build: searches the current folder with what is inside of it
 * and prints what the tools say.
 */
const home = process.argv[2] ?? join(tmpdir(), "squire-probe");
const ripgrep = findRipgrep(join(home, "cache"));
const context: ToolContext = {
  cwd: process.cwd(),
  signal: new AbortController().signal,
  callId: "call_1",
  sessionId: "ses_1",
  report: () => {},
  artifacts: { save: nowhere, stream: nowhere },
  env: {},
  clock: systemClock,
};
const services = {
  scans: scanCache(),
  ripgrep,
  parsers: astParsers(join(home, "cache")),
  pending: new PendingActions({ ids: () => "act_1" }),
  files: unused(),
};

console.log(
  JSON.stringify({
    ripgrep: await ripgrep(),
    grep: await told(grepTool(services), { pattern: "needle\\(" }),
    own: await told(grepTool({ ...services, ripgrep: () => Promise.resolve(null) }), {
      pattern: "needle\\(",
    }),
    ts: await told(astGrepTool(services), { pattern: "needle($X)", lang: "ts" }),
    python: await told(astGrepTool(services), { pattern: "needle($X)", lang: "py" }),
    cpp: await told(astGrepTool(services), { pattern: "needle($X)", lang: "cpp" }),
  }),
);

async function told(offer: ToolOffer, args: Readonly<Record<string, string>>): Promise<string> {
  if ("unavailable" in offer) return `unavailable: ${offer.unavailable}`;
  const prepared = offer.prepare(args);
  if (!prepared.ok) return JSON.stringify(prepared.problems);
  const { content } = await prepared.call.run(context);
  return content.map((part) => (part.type === "text" ? part.text : "")).join("");
}

function unused() {
  const fail = () => Promise.reject(new Error("Nothing is written here."));
  return { place: fail, read: fail, readIfThere: fail, replace: fail, remove: fail };
}

function nowhere(): Promise<never> {
  return Promise.reject(new Error("nowhere"));
}
