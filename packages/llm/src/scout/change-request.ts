/** A wish to change something. Only the mechanical ones can be done without understanding. */
export type Change =
  | {
      readonly type: "rename";
      readonly from: string;
      readonly to: string;
      readonly within: string | null;
    }
  | {
      readonly type: "replace";
      readonly from: string;
      readonly to: string;
      readonly within: string | null;
    }
  | { readonly type: "move"; readonly from: string; readonly to: string }
  | { readonly type: "beyond" };

const WISH =
  /^(?:fix|add|implement|refactor|write|create|make|change|update|rename|replace|delete|remove|move|convert|migrate|port|optimi[sz]e|improve|rewrite|build|generate|set up|install|upgrade|bump|format|run|execute|commit|push|debug|translate|draft|design|clean up|simplify|extract|inline|wrap|handle|support|use|try|let's|undo|revert|merge|deploy|release|publish|start|stop|test)\b/i;
/** Things that begin with such a word and ask for something to read. */
const READING =
  /^(?:make|write|create|generate|draft) (?:me )?(?:an? |the )?(?:list|summary|overview|outline|table|comparison)\b/i;

const QUOTED = String.raw`(?:\`([^\`\n]+)\`|"([^"\n]+)"|“([^”\n]+)”|'([^'\n]+)'|([^\s"'\`“”]+))`;
const WITHIN = String.raw`(?:\s+(?:in|within|inside|below|under)\s+(?:the (?:file|folder)\s+)?\`?([\w.@/*-]+?)\`?)?(?:\s+everywhere)?[.!]?$`;
const RENAME = new RegExp(
  String.raw`^rename\s+(?:the\s+)?(?:function|class|type|variable|constant|method|symbol|identifier|field|file)?\s*${QUOTED}\s+(?:to|into|as)\s+${QUOTED}${WITHIN}`,
  "i",
);
const REPLACE = new RegExp(
  String.raw`^(?:replace|change|substitute)\s+(?:all\s+|every\s+|each\s+)?(?:occurrences?\s+of\s+|the (?:word|text)\s+)?${QUOTED}\s+(?:with|by|to|into)\s+${QUOTED}${WITHIN}`,
  "i",
);
const MOVE =
  /^(?:move|rename)\s+(?:the\s+)?(?:file\s+)?`?([\w.@/-]*[/.][\w.@/-]+?)`?\s+to\s+`?([\w.@/-]*[/.][\w.@/-]+?)`?[.!]?$/i;

export function changeOf(text: string): Change | null {
  if (!WISH.test(text) || READING.test(text)) return null;
  const move = MOVE.exec(text);
  if (move !== null) return { type: "move", from: move[1] ?? "", to: move[2] ?? "" };
  return swapOf("rename", RENAME.exec(text)) ?? swapOf("replace", REPLACE.exec(text)) ?? BEYOND;
}

const BEYOND: Change = { type: "beyond" };

function swapOf(type: "rename" | "replace", found: RegExpExecArray | null): Change | null {
  if (found === null) return null;
  const first = found.slice(1, 6).find((group) => group !== undefined) ?? "";
  const second = found.slice(6, 11).find((group) => group !== undefined) ?? "";
  if (type === "rename" && !(isName(first) && isName(second))) return null;
  if (first === "" || first === second) return null;
  return { type, from: first, to: second, within: found[11] ?? null };
}

function isName(text: string): boolean {
  return /^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(text);
}
