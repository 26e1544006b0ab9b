import { parse, type ParsedScript } from "unbash";
import { isTooDeep, oddText } from "./odd-text.ts";
import { START } from "./place.ts";
import type { Doubt, Segment, ShellAnalysis } from "./segment.ts";
import { findVariables } from "./variables.ts";
import { walkInner } from "./walk-statements.ts";
import { doubt, type At, type Walk } from "./walk.ts";

const TOP: At = {
  place: START,
  certain: true,
  background: false,
  reads: null,
  piped: false,
  via: [],
  depth: 0,
};

/**
 * Every simple command of a shell text, wherever it hides, and all reasons for which the text
 * cannot be judged by what it says (PERM-5). Never throws, and looks at all of the text whatever
 * its length.
 */
export function analyse(command: string): ShellAnalysis {
  const segments: Segment[] = [];
  const doubts = new Map<string, Doubt>();
  const bombs = new Set<string>();
  for (const odd of oddText(command)) doubt({ doubts }, odd.kind, odd.reason);
  try {
    if (isTooDeep(command)) doubt({ doubts }, "unparsable", "it is nested too deeply");
    else walkAll(command, { segments, doubts, bombs });
  } catch (error) {
    // The parser gives up on some texts; whatever was found until then still counts.
    const why = error instanceof Error ? error.message : String(error);
    doubt({ doubts }, "unparsable", `it cannot be parsed (${why})`);
  }
  return { command, segments, doubts: [...doubts.values()], forkBomb: bombs.size > 0 };
}

function walkAll(command: string, found: Pick<Walk, "segments" | "doubts" | "bombs">): void {
  const script: ParsedScript = parse(command);
  const variables = findVariables(script);
  const walk: Walk = {
    ...found,
    functions: new Set(),
    variables,
    words: {
      valuesOf: variables.valuesOf,
      doubt: ({ kind, reason }) => doubt(found, kind, reason),
    },
    source: command,
    shells: 0,
  };
  walkInner(walk, script, TOP);
}
