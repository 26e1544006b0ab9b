import { ToolError, type ToolContext } from "@squire/agent";
import type { Files, Place } from "../files/files.ts";
import { Watch, type ScanLimits } from "../search/watch.ts";
import {
  distinctLanguages,
  findNodes,
  Matchers,
  MOST_SOURCE_BYTES,
  type Skipped,
} from "./find-nodes.ts";
import { checkRewrite } from "./metavariables.ts";
import { errorLine, parseSource } from "./parse-source.ts";
import type { Parser } from "./parsers.ts";
import { rewriteSource, type Rewrite } from "./rewrite-source.ts";
import type { AstServices } from "./services.ts";
import { sourceFiles, type SourceFile, type SourceQuery } from "./source-files.ts";
import { sourceText } from "./source-text.ts";

export type EditRule = { readonly pattern: string; readonly rewrite: string };
export type EditInput = SourceQuery & { readonly rules: readonly EditRule[] };

/** One file as it would be. */
export type PlannedFile = {
  readonly place: Place;
  /** The hash of what it was made from. */
  readonly was: string;
  readonly before: string;
  readonly after: string;
  readonly bytes: Uint8Array;
  readonly count: number;
};

export type EditPlan = {
  readonly files: readonly PlannedFile[];
  readonly count: number;
  readonly problems: readonly Skipped[];
};

const TIMEOUT_MS = 60_000;
const MOST_FILES = 1_000;
const MOST_RULES = 50;

/** Computes all that an edit would change, and changes nothing. */
export async function planEdit(
  input: EditInput,
  services: AstServices,
  context: ToolContext,
): Promise<EditPlan> {
  if (input.rules.length > MOST_RULES)
    throw new ToolError(`At most ${MOST_RULES} rules at a time.`);
  for (const { pattern, rewrite } of input.rules) checkRewrite(pattern, rewrite);
  const limits = { signal: context.signal, clock: context.clock, timeoutMs: TIMEOUT_MS };
  const sources = await sourceFiles(input, services, context, limits);
  const parser = await services.parsers.load();
  const problems = new Map<string, Skipped>();
  const matching = await filesThatMatch(sources, input.rules, { parser, limits, problems });
  const rules = input.rules.map((rule) => ({
    ...rule,
    matchers: new Matchers(parser, rule.pattern),
  }));
  const watch = new Watch(limits);
  const files: PlannedFile[] = [];
  for (const source of matching) {
    await watch.pause();
    const planned = await planFile(source, rules, { parser, files: services.files, context });
    if (planned === null) continue;
    if ("why" in planned) problems.set(source.name, planned);
    else files.push(planned);
  }
  const count = files.reduce((sum, file) => sum + file.count, 0);
  return { files, count, problems: [...problems.values()] };
}

type Finding = {
  readonly parser: Parser;
  readonly limits: ScanLimits;
  readonly problems: Map<string, Skipped>;
};

/** Those in which any of the rules finds something, each once, sorted by path as they came. */
async function filesThatMatch(
  sources: readonly SourceFile[],
  rules: readonly EditRule[],
  { parser, limits, problems }: Finding,
): Promise<readonly SourceFile[]> {
  const found = new Set<SourceFile>();
  for (const { pattern } of rules) {
    new Matchers(parser, pattern).check(distinctLanguages(sources));
    for await (const one of findNodes(sources, pattern, parser, limits)) {
      if ("why" in one) problems.set(one.name, one);
      else if (one.nodes.length > 0) found.add(one.file);
    }
  }
  if (found.size > MOST_FILES) {
    throw new ToolError(
      `This would change ${found.size} files, more than ${MOST_FILES}; narrow path or glob.`,
    );
  }
  return sources.filter((source) => found.has(source));
}

/** Null when nothing would change. */
async function planFile(
  source: SourceFile,
  rules: readonly Rewrite[],
  at: { readonly parser: Parser; readonly files: Files; readonly context: ToolContext },
): Promise<PlannedFile | Skipped | null> {
  const { parser, files, context } = at;
  const { name, language } = source;
  const place = await files.place(source.path);
  if (!place.writable) return { name, why: "may not be written" };
  const { bytes, hash } = await files.read(place, {
    most: MOST_SOURCE_BYTES,
    signal: context.signal,
  });
  const text = sourceText(bytes);
  if (text === null) return { name, why: "not UTF-8" };
  const broken = errorLine(await parseSource(parser, language, text.text));
  if (broken !== null) return { name, why: `left as it is, syntax error in line ${broken}` };
  const { text: after, count } = await rewriteSource({ ...text, language }, rules, parser);
  if (after === text.text) return null;
  return { place, was: hash, before: text.text, after, bytes: text.toBytes(after), count };
}
