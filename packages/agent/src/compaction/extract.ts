import type { Entry } from "@squire/protocol";
import { textOf } from "@squire/protocol/values";
import { isObject, tryParse } from "../repair/read-args.ts";
import { capResult } from "../tokens/cap-result.ts";
import { cutBefore } from "../tokens/safe-cut.ts";
import { textOfOutcome, toolNamed } from "./overlay.ts";

const MOST_GOALS = 6;
const MOST_HEADINGS = 20;
const MOST_COMMANDS = 12;
const MOST_ERRORS = 15;
const LINE = 200;
const LAST_WORDS = 1_200;
const ERROR =
  /\b(?:error|errors|failed|failure|exception|traceback|panic|fatal|denied|cannot|not found|undefined)\b/i;

const NOTE = "These notes were taken without a model: they only quote.";

/**
 * Notes made without a model (CMP-18): what the user asked for, what the replies were about, which
 * commands ran, what went wrong, and the last words. Everything in it is quoted.
 */
export function extractSummary(entries: readonly Entry[], previous: string | null): string {
  const sections = [
    previous === null || previous.trim() === "" ? "" : `## Before\n${earlier(previous)}`,
    section("Requests", goalsIn(entries)),
    section("Topics of the replies", headingsIn(entries)),
    section("Commands", commandsIn(entries)),
    section("Errors", errorsIn(entries)),
    lastWords(entries),
  ].filter((text) => text !== "");
  return [NOTE, ...sections].join("\n\n");
}

/** Notes on notes must not grow with each time. */
function earlier(notes: string): string {
  return capResult(notes.replaceAll(NOTE, "").trim(), { tokens: 1_500, chars: 6_000 }).text;
}

function goalsIn(entries: readonly Entry[]): readonly string[] {
  const goals = entries.flatMap((entry) =>
    entry.type === "message" && entry.message.role === "user" && entry.synthetic !== true
      ? textOf(entry.message).trim()
      : [],
  );
  return goals.filter((text) => text !== "").slice(-MOST_GOALS);
}

function headingsIn(entries: readonly Entry[]): readonly string[] {
  const found = repliesIn(entries).flatMap((text) =>
    [...text.matchAll(/^#{1,6}\s+(.+)$|^\*\*(.+?)\*\*:?\s*$/gm)].map(
      ([, heading, bold]) => heading ?? bold ?? "",
    ),
  );
  return [...new Set(found.map((text) => text.trim()))].slice(-MOST_HEADINGS);
}

function commandsIn(entries: readonly Entry[]): readonly string[] {
  const found = entries.flatMap((entry) => {
    if (entry.type === "user_bash") return entry.private ? [] : entry.command;
    if (entry.type !== "message" || entry.message.role !== "assistant") return [];
    return entry.message.content.flatMap((block) => {
      if (block.type !== "call" || toolNamed(block.name) !== "bash") return [];
      const args = tryParse(block.argsText)?.value;
      const command = isObject(args) ? args["command"] : undefined;
      return typeof command === "string" ? command : [];
    });
  });
  return [...new Set(found)].slice(-MOST_COMMANDS);
}

/** The newest lines that tell of trouble, those of failed calls first to stay. */
function errorsIn(entries: readonly Entry[]): readonly string[] {
  const found = entries.flatMap((entry) => {
    if (entry.type !== "tool_result") return [];
    const lines = textOfOutcome(entry.outcome).split("\n");
    const telling = lines.filter((line) => ERROR.test(line)).slice(0, 3);
    return entry.outcome.failed && telling.length === 0 ? lines.slice(0, 1) : telling;
  });
  const whole = found.map((line) => line.trim()).filter((line) => line !== "");
  return [...new Set(whole)].slice(-MOST_ERRORS);
}

function lastWords(entries: readonly Entry[]): string {
  const last = repliesIn(entries).findLast((text) => text.trim() !== "");
  return last === undefined ? "" : `## Last reply\n${shortened(last.trim(), LAST_WORDS)}`;
}

function repliesIn(entries: readonly Entry[]): readonly string[] {
  return entries.flatMap((entry) =>
    entry.type === "message" && entry.message.role === "assistant" ? textOf(entry.message) : [],
  );
}

function section(title: string, lines: readonly string[]): string {
  if (lines.length === 0) return "";
  const spelled = lines.map((line) => `- ${shortened(line.replaceAll(/\s+/g, " "), LINE)}`);
  return [`## ${title}`, ...spelled].join("\n");
}

function shortened(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, cutBefore(text, length))}…`;
}
