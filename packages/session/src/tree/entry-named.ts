import { LogError } from "../log/log-error.ts";
import type { Tree } from "./tree.ts";

/** An entry by its id, the beginning of it, or its label. Throws a `LogError` where that is not one. */
export function entryNamed(tree: Tree, name: string): string {
  if (tree.get(name) !== undefined) return name;
  const found: string[] = [];
  const waiting = [...tree.childrenOf(null)];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (id.startsWith(name) || tree.labelOf(id) === name) found.push(id);
    waiting.push(...tree.childrenOf(id));
  }
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  const problem = found.length === 0 ? "There is no entry" : "There are several entries";
  throw new LogError("not_found", `${problem} ${name.slice(0, 80)} in this session.`, {
    advice: "Choose one that `squire session tree` or /tree shows.",
  });
}
