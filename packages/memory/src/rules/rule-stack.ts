import { cut } from "../notes/cut.ts";
import type { StackPart } from "../notes/memory-stack.ts";
import type { FileRule, RuleOwner } from "./rule.ts";

/** As much as instructions have (MEM-1). */
const RULES_CHARS = 8_000;
const LOADED_CHARS = 8_000;
/** Of them for the names of rules to be asked for. */
const ASKED_CHARS = 4_000;
/** Kept back for the names of rules that did not fit. */
const LEFT_CHARS = 600;

const TITLES: Readonly<Record<RuleOwner, string>> = {
  project: "Project rules",
  user: "User rules",
};

/** The names of rules to be asked for, and the rules that always hold. Same files, same bytes. */
export function ruleStack(rules: readonly FileRule[]): readonly StackPart[] {
  return (["project", "user"] as const).flatMap((owner): readonly StackPart[] => {
    const own = sorted(rules.filter((rule) => rule.owner === owner));
    // First: where room is short, a name is worth more than the end of a text.
    const names = askedList(own.filter(({ when }) => when.type === "asked"));
    const always = own.filter(({ when }) => when.type === "always");
    const room = RULES_CHARS - names.length;
    const text = [names, ...fitted(always, room)].filter((part) => part !== "").join("\n\n");
    return text === "" ? [] : [{ title: TITLES[owner], text }];
  });
}

const ASKED = "Rules to read when they are about what you do:";

function askedList(asked: readonly FileRule[]): string {
  if (asked.length === 0) return "";
  const list = [ASKED, ...asked.map(askedLine)].join("\n");
  return cut(list, ASKED_CHARS, "[…cut: more lie beside them]");
}

/** Whole rules as long as there is room, then a part of one, then the names of the others. */
function fitted(rules: readonly FileRule[], room: number): readonly string[] {
  const texts = rules.map(({ path, body }) => `## ${path}\n${body}`);
  if (sizeOf(texts) <= room) return texts;
  const shown: string[] = [];
  for (const [at, { file }] of rules.entries()) {
    const left = room - LEFT_CHARS - sizeOf(shown) - BETWEEN;
    const mark = restIn(file);
    // A heading with a mark and nothing between them says less than the name alone.
    if (left < 2 * mark.length) return [...shown, notShown(rules.slice(at))];
    shown.push(cut(texts[at] ?? "", left, mark));
  }
  return shown;
}

const BETWEEN = 2;

function sizeOf(texts: readonly string[]): number {
  return texts.reduce((sum, { length }) => sum + length + BETWEEN, 0);
}

function notShown(rules: readonly FileRule[]): string {
  const list = ["Rules that hold too; read them:", ...rules.map(askedLine)].join("\n");
  return cut(list, LEFT_CHARS - BETWEEN, "[…cut: more lie beside them]");
}

const restIn = (file: string): string => `[…cut: the rest is in ${file}]`;

function askedLine({ file, description }: FileRule): string {
  return description === "" ? `- ${file}` : `- ${file}: ${description}`;
}

/** What the model is told when a file was touched that a rule is about. */
export function loadedRule({ path, file, owner, when, body }: FileRule): string {
  const about = when.type === "touched" ? `, for ${when.globs.join(", ")}` : "";
  const whose = owner === "project" ? "this project" : "the user";
  const text = cut(body, LOADED_CHARS, restIn(file));
  return `A rule of ${whose} (${path}${about}). The user wins over it.\n\n${text}`;
}

function sorted(rules: readonly FileRule[]): readonly FileRule[] {
  return rules.toSorted((one, other) => (one.path < other.path ? -1 : 1));
}
