import type { Host } from "@squire/host";
import type { TrustReport } from "@squire/host/safety";
import { EXIT_CODES } from "@squire/protocol/values";
import { resolve } from "node:path";
import type { Invocation } from "../args.ts";
import type { Io } from "../io.ts";
import { openHostFor } from "../open-host.ts";
import { when } from "../output/figures.ts";
import { columns } from "../output/table.ts";
import { terminalText } from "../output/terminal-text.ts";
import { terminalPrompter } from "../prompt.ts";
import type { Prompter } from "../prompt.ts";
import { printJson, say } from "./sessions-at.ts";

type TrustCall = Invocation<"trust">;

/** Shows what a folder would bring into effect, and trusts it when the user says so (PERM-17). */
export async function trustCommand(
  { flags, args }: TrustCall,
  io: Io,
  prompter: Prompter | null = terminalPrompter(io),
): Promise<number> {
  const host = await openHostFor(flags, io);
  const folder = resolve(host.cwd, args.folder ?? ".");
  try {
    if (flags.list) return await list(flags, host, io);
    if (flags.revoke) return await revoke(folder, host, io);
    return await grant({ folder, flags, prompter }, host, io);
  } catch (error) {
    say(io, error instanceof Error ? error.message : String(error));
    return EXIT_CODES.error;
  }
}

async function list(flags: TrustCall["flags"], host: Host, io: Io): Promise<number> {
  const { trustedFolders } = await import("@squire/host/safety");
  const folders = await trustedFolders(host);
  if (flags.json) printJson(io, folders);
  else if (folders.length === 0) say(io, "no folder is trusted.");
  else io.stdout.write(terminalText(columns(folders.map(({ root, at }) => [when(at), root]))));
  return EXIT_CODES.ok;
}

async function revoke(folder: string, host: Host, io: Io): Promise<number> {
  const { distrustFolder } = await import("@squire/host/safety");
  const known = await distrustFolder(host, folder);
  say(io, known ? `${folder} is trusted no longer.` : `${folder} was not trusted.`);
  return EXIT_CODES.ok;
}

type Wish = {
  readonly folder: string;
  readonly flags: TrustCall["flags"];
  readonly prompter: Prompter | null;
};

async function grant({ folder, flags, prompter }: Wish, host: Host, io: Io): Promise<number> {
  const { trustFolder, trustReport } = await import("@squire/host/safety");
  const report = await trustReport(host, folder);
  if (!flags.json) io.stdout.write(terminalText(page(report)));
  const isOpen = report.state === "untrusted" || report.state === "changed";
  const wants = isOpen && (flags.yes || (await agrees(prompter)));
  if (wants) await trustFolder(host, report);
  const state = wants ? "trusted" : report.state;
  if (flags.json) printJson(io, { ...report, state });
  if (!isOpen) return EXIT_CODES.ok;
  if (wants) say(io, `${report.folder} is trusted with these contents.`);
  else if (prompter === null) say(io, "nothing is trusted without a yes: give --yes.");
  return wants ? EXIT_CODES.ok : EXIT_CODES.needsAnswer;
}

async function agrees(prompter: Prompter | null): Promise<boolean> {
  const answer = (await prompter?.ask("Trust this folder? [y/N] ")) ?? "";
  return ["y", "yes"].includes(answer.toLowerCase());
}

function page(report: TrustReport): string {
  const { folder, state, influencers, instructions, notes, changes, complete } = report;
  const head = {
    plain: "nothing in it would take effect; there is nothing to trust",
    trusted: "trusted, with these contents",
    untrusted: "not trusted; this would take effect",
    changed: "trusted before, with other contents",
  };
  const files = influencers.map(({ path, as, problem }) => [`  ${as}`, path, problem ?? ""]);
  const news = changes.map(({ what, path }) => [`  ${what}`, path]);
  return [
    `${folder}\n${head[state]}\n`,
    columns(files),
    ...(news.length === 0 ? [] : ["Since you trusted it\n", columns(news)]),
    ...(instructions.length === 0
      ? []
      : [`Read by the model, trusted or not: ${instructions.join(", ")}\n`]),
    ...notes.map((note) => `! ${note}\n`),
    ...(complete ? [] : ["! It holds more than can be looked at, and cannot be trusted so.\n"]),
  ].join("");
}
