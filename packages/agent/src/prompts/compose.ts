import type { Mode } from "@squire/protocol";
import { PROMPTS } from "../prompts.ts";
import { cutBefore } from "../tokens/safe-cut.ts";

/** What a model should know about where it works. Nothing in here changes while a session runs. */
export type Environment = {
  readonly os?: string;
  readonly shell?: string;
  readonly terminal?: string;
  readonly cwd?: string;
  /** `YYYY-MM-DD`: with the time of day, no request would have the prefix of another. */
  readonly date: string;
};

export type SystemParts = {
  readonly mode: Mode;
  /** A plan would be one of research (PLAN-9). */
  readonly plansResearch?: boolean;
  /** Replaces the base prompt (MEM-2, `agent.system_prompt`). */
  readonly base?: string;
  readonly environment: Environment;
  /** What ignore files leave out, shortened to 2,000 characters. */
  readonly ignoreDigest?: string;
  /** The memory stack in its order (MEM-7), already capped. */
  readonly memory?: readonly { readonly title: string; readonly text: string }[];
  readonly skills?: string;
  /** What tools want said beyond their own descriptions. */
  readonly tools?: string;
};

const MAX_DIGEST = 2_000;

/** The system text (LOOP-26, LOOP-30). Same parts, same bytes. */
export function composeSystem(parts: SystemParts): string {
  const { mode, environment, memory = [] } = parts;
  const sections = [
    parts.base ?? basePrompt(parts),
    modePrompt(parts),
    environmentText(environment, mode),
    section("Ignored files", digest(parts.ignoreDigest ?? "")),
    ...memory.map(({ title, text }) => section(title, text)),
    section("Skills", parts.skills ?? ""),
    section("Tools", parts.tools ?? ""),
  ];
  return sections
    .map((text) => text.trim())
    .filter((text) => text !== "")
    .join("\n\n");
}

function basePrompt({ mode, plansResearch = false }: SystemParts): string {
  switch (mode) {
    case "chat":
      return PROMPTS.baseChat;
    case "research":
      return PROMPTS.baseResearch;
    case "plan":
      return plansResearch ? PROMPTS.baseResearch : PROMPTS.baseCode;
    case "code":
      return PROMPTS.baseCode;
  }
}

function modePrompt({ mode, plansResearch = false }: SystemParts): string {
  if (mode === "research") return PROMPTS.modeResearch;
  if (mode !== "plan") return "";
  return plansResearch ? PROMPTS.modePlanResearch : PROMPTS.modePlan;
}

function environmentText({ os, shell, terminal, cwd, date }: Environment, mode: Mode): string {
  const facts: readonly (readonly [string, string | undefined])[] = [
    ["Date", date.slice(0, 10)],
    ["Mode", mode],
    ["OS", os],
    ["Shell", shell],
    ["Terminal", terminal],
    ["Working folder", cwd],
  ];
  const lines = facts.flatMap(([name, value]) =>
    value === undefined || value.trim() === "" ? [] : [`- ${name}: ${oneLine(value)}`],
  );
  return section("Environment", lines.join("\n"));
}

function section(title: string, text: string): string {
  return text.trim() === "" ? "" : `# ${oneLine(title)}\n${text.trim()}`;
}

function digest(text: string): string {
  const trimmed = text.trim();
  if (trimmed.length <= MAX_DIGEST) return trimmed;
  const mark = "\n[…shortened…]";
  return trimmed.slice(0, cutBefore(trimmed, MAX_DIGEST - mark.length)) + mark;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
