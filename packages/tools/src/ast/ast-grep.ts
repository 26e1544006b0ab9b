import { defineTool, type ToolContext, type ToolOffer } from "@squire/agent";
import type { SgNode } from "@ast-grep/napi";
import { z } from "zod";
import { countFrom, subjectOf } from "../search/path-input.ts";
import { fitting, grouped, MOST_BYTES } from "../search/shown-list.ts";
import { cutText } from "../workspace/cut-text.ts";
import { shownName } from "../workspace/shown-name.ts";
import { findNodes, type Skipped } from "./find-nodes.ts";
import { bindingOf, metavariablesOf, type Metavariable } from "./metavariables.ts";
import { problemLines } from "./problems.ts";
import type { AstServices } from "./services.ts";
import { sourceFiles, type SourceQuery } from "./source-files.ts";

const LIMIT = 100;
const MOST_LIMIT = 10_000;
const MOST_LINE_CHARS = 500;
const MOST_BINDING_CHARS = 100;
const TIMEOUT_MS = 60_000;

type AstGrepInput = SourceQuery & { readonly pattern: string; readonly limit?: number | undefined };
type Group = { readonly name: string; readonly lines: readonly string[] };
type Output = {
  readonly groups: readonly Group[];
  readonly total: number;
  readonly limit: number;
  readonly problems: readonly Skipped[];
};

export function astGrepTool(services: AstServices): ToolOffer {
  const unavailable = services.parsers.unavailable();
  if (unavailable !== null) return { unavailable };
  return defineTool({
    name: "ast_grep",
    description:
      "Search code by structure; a pattern is code with $X (one node) and $$$X (any number).",
    effect: "read",
    input: z.object({
      pattern: z.string(),
      lang: z.string().optional(),
      path: z.string().optional(),
      glob: z.string().optional(),
      limit: z.number().optional(),
    }),

    subject: ({ path }) => subjectOf(path),

    run: (input, context) => find(input, services, context),

    toModel: (output) => shown(output).text,

    details: (output) => ({ truncated: shown(output).isCut, data: { matches: output.total } }),

    summary: ({ pattern }) => `ast_grep ${shownName(pattern)}`,
  });
}

async function find(
  input: AstGrepInput,
  services: AstServices,
  context: ToolContext,
): Promise<Output> {
  const { pattern } = input;
  const limit = countFrom(input.limit, LIMIT, MOST_LIMIT);
  const limits = { signal: context.signal, clock: context.clock, timeoutMs: TIMEOUT_MS };
  const files = await sourceFiles(input, services, context, limits);
  const parser = await services.parsers.load();
  const names = metavariablesOf(pattern);
  const groups: Group[] = [];
  const problems: Skipped[] = [];
  let total = 0;
  for await (const found of findNodes(files, pattern, parser, limits)) {
    if ("why" in found) {
      problems.push(found);
      continue;
    }
    const { file, nodes, errorLine } = found;
    if (errorLine !== null)
      problems.push({ name: file.name, why: `syntax error in line ${errorLine}` });
    const room = Math.max(0, limit - total);
    const lines = nodes.slice(0, room).map((node) => lineOf(node, names));
    if (lines.length > 0) groups.push({ name: file.name, lines });
    total += nodes.length;
  }
  return { groups, total, limit, problems };
}

/** `start-end text`, and what each metavariable stands for. Lines and columns count from 1. */
function lineOf(node: SgNode, names: readonly Metavariable[]): string {
  const { start, end } = node.range();
  const range = `${start.line + 1}:${start.column + 1}-${end.line + 1}:${end.column + 1}`;
  const bindings = names.flatMap((variable) => {
    const text = bindingOf(node, variable);
    if (text === null) return [];
    const sign = variable.isMany ? "$$$" : "$";
    return [`${sign}${variable.name}=${oneLine(text, MOST_BINDING_CHARS)}`];
  });
  const about = bindings.length === 0 ? "" : `  {${bindings.join(", ")}}`;
  return `${range} ${oneLine(node.text(), MOST_LINE_CHARS)}${about}`;
}

function oneLine(text: string, most: number): string {
  const line = text.slice(0, most * 4).replaceAll(/\s*\n\s*/g, " ⏎ ");
  return line.length > most || text.length > most * 4 ? `${cutText(line, most)}…` : line;
}

function shown({ groups, total, problems }: Output): {
  readonly text: string;
  readonly isCut: boolean;
} {
  const notes = problemLines(problems);
  if (total === 0) {
    const text =
      "No match. A pattern is whole code such as foo($X); name lang where it is not clear.";
    return { text: [text, ...notes].join("\n"), isCut: false };
  }
  const lines = groups.flatMap(({ name, lines: inner }, at) => [
    ...(at > 0 ? [""] : []),
    shownName(name),
    ...inner,
  ]);
  const fit = fitting(lines, MOST_BYTES - 4_096);
  const count = groups.reduce((sum, group) => sum + group.lines.length, 0);
  const isCut = fit.isCut || count < total;
  const rest = isCut
    ? [`(${grouped(count)} of ${grouped(total)} matches; narrow path or glob, or raise limit)`]
    : [];
  return { text: [...fit.lines, ...rest, ...notes].join("\n"), isCut };
}
