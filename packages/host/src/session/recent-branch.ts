import type { Entry } from "@squire/protocol";
import type { Tree } from "@squire/session";

/** Above this a session is not held in memory as a whole. */
const LARGE = 20_000;

export function isLarge({ size }: Pick<Tree, "size">): boolean {
  return size > LARGE;
}

/**
 * The active branch, for whoever wants to know what was there before: all of it, or of a very long
 * one what the model still sees and what the user has said.
 */
export function recentBranch(
  tree: Pick<Tree, "size" | "branch" | "keepsakes" | "view">,
): readonly Entry[] {
  return isLarge(tree) ? [...tree.keepsakes(), ...tree.view()] : tree.branch();
}
