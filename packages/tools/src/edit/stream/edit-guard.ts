import { ToolError } from "@squire/agent";
import type { GuardCall } from "@squire/agent";
import { checkChunks } from "../chunk/edit-chunks.ts";
import type { EditVariant } from "../edit-tools.ts";
import { planLines } from "../hashline/edit-lines.ts";
import { parsePatch } from "../patch/parse-patch.ts";
import { planPatch } from "../patch/plan-patch.ts";
import { replaceText } from "../replace-text.ts";
import { openOrNew, openText } from "../text-file.ts";
import type { EditServices } from "../text-file.ts";
import { basename } from "node:path";
import { knownEdit } from "./known-edit.ts";
import type { KnownEdit, KnownReplacement } from "./known-edit.ts";
import { partialArgs, wholeText } from "./partial-args.ts";

export type EditGuard = {
  readonly guardCall: GuardCall;
  /** To be called when a step starts: what earlier calls wanted to do has been done, or not. */
  readonly startStep: () => void;
};

export type GuardOptions = {
  readonly variant: EditVariant;
  /** Tools that change no file. After a call of any other the state of files is not known. */
  readonly isReader?: (name: string) => boolean;
};

/**
 * Looks at an edit while its arguments come in, and says why as soon as it can no longer apply
 * (LOOP-23): a path that is missing or outside, a text that is not in the file, a stale anchor. Not
 * a word about what may still become right, also by calls that stand before it in the same reply.
 * Nothing is written.
 */
export function editGuard(services: EditServices, options: GuardOptions): EditGuard {
  let calls: readonly GuardedCall[] = [];
  return {
    startStep: () => {
      calls = [];
    },
    async guardCall({ name, argsText }) {
      const before = calls.findLast(
        (call) => call.name === name && argsText.startsWith(call.argsText),
      );
      const others = calls.filter((call) => call !== before);
      const now: GuardedCall = { name, argsText, checked: before?.checked ?? "" };
      calls = [...others, now];
      if (!bringsNews(options.variant, argsText, before?.argsText.length ?? 0)) return null;
      const edit = knownEdit(options.variant, now);
      const sure = edit === null ? null : sureOf(edit);
      if (edit === null || sure === null || sure === now.checked) return null;
      calls = [...others, { ...now, checked: sure }];
      if (others.some((call) => mayTouch(call, edit, options))) return null;
      return whyNot(() => check(services, edit));
    },
  };
}

/** A call of this reply, as far as it has come in. */
type GuardedCall = { readonly name: string; readonly argsText: string; readonly checked: string };

const PATCH_HEAD = /\*\*\* (?:\w+ File: |End Patch)/;
const LONGEST_HEAD = 24;

/** Only where a text ends, or the next file of a patch begins, can anything become sure. */
function bringsNews(variant: EditVariant, argsText: string, from: number): boolean {
  if (variant !== "patch") return argsText.includes('"', from);
  return PATCH_HEAD.test(argsText.slice(Math.max(0, from - LONGEST_HEAD)));
}

/** Whether another call may change what the edit rests on before it runs. */
function mayTouch(
  call: GuardedCall,
  edit: KnownEdit,
  { variant, isReader }: GuardOptions,
): boolean {
  if (isReader?.(call.name) === true) return false;
  const paths = pathsOf(call, variant);
  const own = edit.type === "patch" ? namesIn(edit.patch) : [edit.path];
  return paths === null || paths.some((path) => own.some((name) => isSamePath(path, name)));
}

/** Null where that cannot be told. */
function pathsOf(call: GuardedCall, variant: EditVariant): readonly string[] | null {
  const edit = knownEdit(variant, call);
  if (edit?.type === "patch") return namesIn(edit.patch);
  if (edit !== null) return [edit.path];
  const args = call.name === "write" ? partialArgs(call.argsText) : null;
  const path = args === null ? null : wholeText(args, "path");
  return path === null ? null : [path];
}

function namesIn(patch: string): readonly string[] {
  const heads = patch.matchAll(
    /^\s*(?:\*\*\* (?:\w+ File|Move to): |(?:---|\+\+\+) (?:[ab]\/)?)(.+)$/gm,
  );
  return [...heads].map(([, name = ""]) => name.trim());
}

/** Two ways to write one path end alike: better one edit unguarded than one refused for nothing. */
function isSamePath(one: string, other: string): boolean {
  return basename(one) === basename(other);
}

/** What is checked; the same again brings nothing new. Null while there is nothing. */
function sureOf(edit: KnownEdit): string | null {
  switch (edit.type) {
    case "replace": {
      const sure = edit.edits.flatMap(({ search, isWhole }) => {
        if (search.isWhole) return [[search.value, isWhole]];
        return search.value === "" ? [] : [["begun"]];
      });
      return sure.length === 0 ? null : JSON.stringify([edit.path, sure]);
    }
    case "lines":
    case "chunks":
      return JSON.stringify([edit.path, edit.ops.map((op) => ({ ...op, text: null }))]);
    case "patch":
      return wholeFiles(edit.patch);
  }
}

async function check(services: EditServices, edit: KnownEdit): Promise<void> {
  const { signal } = new AbortController();
  switch (edit.type) {
    case "replace":
      return checkReplacements(services, edit.path, edit.edits);
    case "lines":
      await planLines(services, edit.path, edit.ops, signal);
      return;
    case "chunks":
      return checkChunks(services, edit.path, edit.ops, signal);
    case "patch": {
      const parsed = parsePatch(wholeFiles(edit.patch) ?? "");
      if (!parsed.ok) throw new ToolError(`Nothing was changed: ${parsed.message}`);
      await planPatch(services, parsed.changes, signal);
    }
  }
}

/** Each on what the one before makes of the text. */
async function checkReplacements(
  services: EditServices,
  path: string,
  edits: readonly KnownReplacement[],
): Promise<void> {
  const { signal } = new AbortController();
  const [first] = edits;
  if (first?.search.isWhole === true && first.search.value === "") {
    const { hash, place } = await openOrNew(services, path, signal);
    if (hash === null) return;
    throw new ToolError(`${place.name} exists. An empty search is for new files only.`);
  }
  const file = await openText(services, path, signal);
  let { text } = file;
  for (const { search, replace, all, isWhole } of edits) {
    if (!search.isWhole) return;
    const result = replaceText(text, { search: search.value, replace: replace ?? "", all });
    if (result.ok) text = result.text;
    // Whether all places are meant is known at the end only.
    else if (result.reason !== "ambiguous" || isWhole) {
      throw new ToolError(`${file.place.name} was not edited. ${result.message}`);
    }
  }
}

/** The files of a patch that nothing can be added to any more, as a patch; null when there is none. */
function wholeFiles(patch: string): string | null {
  const begin = patch.search(/^\s*\*\*\* Begin Patch\s*$/m);
  if (begin === -1) return null;
  const heads = [...patch.matchAll(/^\*\*\* (?:(?:Add|Update|Delete) File: |End Patch)/gm)];
  const [first, end] = [heads[0], heads.at(-1)];
  if (first === undefined || end === undefined || first === end) return null;
  return `${patch.slice(begin, end.index)}\n*** End Patch`;
}

async function whyNot(run: () => Promise<void>): Promise<string | null> {
  try {
    await run();
    return null;
  } catch (error) {
    if (error instanceof ToolError) return error.message;
    throw error;
  }
}
