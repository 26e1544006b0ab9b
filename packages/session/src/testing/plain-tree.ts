import type { Entry, UnknownEntry } from "@squire/protocol";
import type { LogEntry } from "../log/read.ts";
import type { TreeProblem } from "../tree/tree.ts";

type Node = { readonly entry: LogEntry; readonly parent: Node | null; readonly depth: number };

/** The tree as it is meant, all in memory: what judges the one that is used. */
export class PlainTree {
  readonly problems: TreeProblem[] = [];
  readonly #nodes = new Map<string, Node>();
  readonly #children = new Map<string | null, string[]>();
  readonly #labels = new Map<string, string>();
  /** Where the children of entries that are not there were attached; null is the root. */
  readonly #substitutes = new Map<string, Node | null>();
  #leaf: Node | null = null;
  #last: Node | null = null;
  #active: Entry[] | null = [];

  push(entry: LogEntry): void {
    const { id, parentId } = entry.value;
    if (this.#nodes.has(id)) {
      this.#report("duplicate", id, "is in the log twice; the first one counts");
      return;
    }
    const parent = parentId === null ? null : this.#resolve(parentId, id);
    const node: Node = { entry, parent, depth: (parent?.depth ?? 0) + 1 };
    this.#nodes.set(id, node);
    this.#addChild(parent === null ? null : idOf(parent), id);
    this.#last = node;
    if (entry.kind === "known") this.#follow(entry.value, node);
    else this.#moveTo(node);
  }

  get leafId(): string | null {
    return this.#leaf === null ? null : idOf(this.#leaf);
  }

  get size(): number {
    return this.#nodes.size;
  }

  get(id: string): Entry | UnknownEntry | undefined {
    return this.#nodes.get(id)?.entry.value;
  }

  parentOf(id: string): string | null {
    const parent = this.#nodes.get(id)?.parent;
    return parent == null ? null : idOf(parent);
  }

  childrenOf(id: string | null): readonly string[] {
    return this.#children.get(id) ?? [];
  }

  labelOf(id: string): string | null {
    return this.#labels.get(id) ?? null;
  }

  branch(leafId: string | null = this.leafId): readonly Entry[] {
    if (leafId !== this.leafId) return this.path(leafId).flatMap(known);
    this.#active ??= this.path().flatMap(known);
    return this.#active;
  }

  path(leafId: string | null = this.leafId): readonly LogEntry[] {
    const path: LogEntry[] = [];
    const leaf = leafId === null ? null : this.#nodes.get(leafId);
    for (let node = leaf; node != null; node = node.parent) path.push(node.entry);
    return path.toReversed();
  }

  commonAncestor(a: string, b: string): string | null {
    let one = this.#nodes.get(a) ?? null;
    let other = this.#nodes.get(b) ?? null;
    while (one !== other) {
      if (one === null || other === null) return null;
      if (one.depth >= other.depth) one = one.parent;
      else other = other.parent;
    }
    return one === null ? null : idOf(one);
  }

  /** The node of an id, or what stands for it when its line is lost: the entry before its child. */
  #resolve(id: string, childId: string): Node | null {
    const found = this.#nodes.get(id);
    if (found !== undefined) return found;
    const earlier = this.#substitutes.get(id);
    const substitute = earlier === undefined ? this.#last : earlier;
    this.#substitutes.set(id, substitute);
    const place = substitute === null ? "made a root" : "attached to the entry before it";
    this.#report("orphan", childId, `follows ${id}, which is not there; it was ${place}`);
    return substitute;
  }

  #follow(entry: Entry, node: Node): void {
    if (entry.type === "label") {
      if (entry.label === null) this.#labels.delete(entry.targetId);
      else this.#labels.set(entry.targetId, entry.label);
    }
    if (entry.type !== "leaf") this.#moveTo(node);
    else if (entry.targetId === null) this.#moveTo(null);
    else {
      const target = this.#nodes.get(entry.targetId) ?? this.#substitutes.get(entry.targetId);
      if (target !== undefined) this.#moveTo(target);
      else this.#report("lost_target", entry.id, `leads to ${entry.targetId}, which is not there`);
    }
  }

  #moveTo(node: Node | null): void {
    const extends_ = node !== null && node.parent === this.#leaf;
    if (!extends_) this.#active = null;
    else if (node.entry.kind === "known") this.#active?.push(node.entry.value);
    this.#leaf = node;
  }

  #addChild(parentId: string | null, id: string): void {
    const siblings = this.#children.get(parentId);
    if (siblings === undefined) this.#children.set(parentId, [id]);
    else siblings.push(id);
  }

  #report(code: TreeProblem["code"], entryId: string, message: string): void {
    this.problems.push({ code, entryId, message: `Entry ${entryId} ${message}.` });
  }
}

function idOf(node: Node): string {
  return node.entry.value.id;
}

function known(entry: LogEntry): readonly Entry[] {
  return entry.kind === "known" ? [entry.value] : [];
}
