import * as fc from "fast-check";
import { diskCode } from "../../disk.ts";
import type { Hands } from "./workbench.ts";

/** Something a command does to a tree. */
export type Mutation =
  | { readonly type: "write"; readonly path: string; readonly content: string }
  | { readonly type: "remove"; readonly path: string }
  | { readonly type: "mkdir"; readonly path: string }
  | { readonly type: "chmod"; readonly path: string; readonly mode: number }
  | { readonly type: "link"; readonly path: string; readonly target: string }
  | { readonly type: "move"; readonly from: string; readonly path: string };

const name = fc.constantFrom("a", "b", "c");
const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join("/"));
const mode = fc.constantFrom(0o755, 0o700, 0o555, 0o500);
const target = fc.constantFrom("a", "b/c", "../outside", "nowhere");

export const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant("write"),
      path,
      content: fc.string({ maxLength: 3 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant("remove"), path }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("mkdir"), path }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("chmod"), path, mode }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("link"), path, target }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant("move"), from: path, path }) },
);

export const mutations = fc.array(mutation, { maxLength: 8 });

/** Does one after the other; what cannot be done is left out, as in a shell. */
export async function mutate(work: Hands, list: readonly Mutation[]): Promise<void> {
  for (const one of list) {
    try {
      await apply(work, one);
    } catch (error) {
      if (diskCode(error) === "") throw error;
    }
  }
}

async function apply(work: Hands, one: Mutation): Promise<void> {
  switch (one.type) {
    case "write":
      return work.write(one.path, one.content);
    case "remove":
      return work.remove(one.path);
    case "mkdir":
      return work.mkdir(one.path);
    case "chmod":
      return work.chmod(one.path, one.mode);
    case "link":
      return work.link(one.target, one.path);
    case "move":
      return work.move(one.from, one.path);
  }
}
