import type { StackPart } from "../notes/memory-stack.ts";
import type { FileRule, RuleOwner } from "./rule.ts";

/** As much as instructions have (MEM-1). */
const RULES_CHARS = 8_000;
const LOADED_CHARS = 8_000;

const TITLES: Readonly<Record<RuleOwner, string>> = {
  project: "Project rules",
  user: "User rules",
};

/** The rules that always hold, and the names of those to be asked for. Same files, same bytes. */
export function ruleStack(rules: readonly FileRule[]): readonly StackPart[] {
  return (["project", "user"] as const).flatMap((owner): readonly StackPart[] => {
    const own = sorted(rules.filter((rule) => rule.owner === owner));
    const texts = own
      .filter(({ when }) => when.type === "always")
      .map(({ path, body }) => `## ${path}\n${body}`);
    const asked = own.filter(({ when }) => when.type === "asked").map(askedLine);
    const names = asked.length === 0 ? [] : [`${ASKED}\n${asked.join("\n")}`];
    const text = cut([...texts, ...names].join("\n\n"), RULES_CHARS);
    return text === "" ? [] : [{ title: TITLES[owner], text }];
  });
}

const ASKED = "Rules to read when they are about what you do:";

function askedLine({ file, description }: FileRule): string {
  return description === "" ? `- ${file}` : `- ${file}: ${description}`;
}

/** What the model is told when a file was touched that a rule is about. */
export function loadedRule({ path, owner, when, body }: FileRule): string {
  const about = when.type === "touched" ? `, for ${when.globs.join(", ")}` : "";
  const whose = owner === "project" ? "this project" : "the user";
  return `A rule of ${whose} (${path}${about}). The user wins over it.\n\n${cut(body, LOADED_CHARS)}`;
}

function sorted(rules: readonly FileRule[]): readonly FileRule[] {
  return rules.toSorted((one, other) => (one.path < other.path ? -1 : 1));
}

/** Cut at a line, with a mark that says so. */
function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const mark = "\n[…cut: the rest is in the file]";
  // Not in the middle of a character.
  const head = text.slice(0, most - mark.length).replace(/[\ud800-\udbff]$/, "");
  const line = head.lastIndexOf("\n");
  return `${line > most / 2 ? head.slice(0, line) : head}${mark}`;
}
