import type { UserContent } from "@squire/protocol";
import { userParts } from "@squire/protocol/values";
import type { SessionDesk } from "../desk.ts";
import { findReferences } from "./find-references.ts";
import type { ReadPlace } from "./place.ts";
import { readReference } from "./read-reference.ts";

type Desk = Pick<SessionDesk, "host" | "live" | "recentPaths">;

export type Expanding = {
  /** Whether the model is told of a path that leads nowhere. */
  readonly missing: "told" | "passed over";
  readonly onFound?: (path: string) => void;
};

/** A message with what its `@path` stand for behind it, each in blocks of its own (CMD-5, C28). */
export async function expandReferences(
  content: readonly UserContent[],
  place: ReadPlace,
  { missing, onFound }: Expanding,
): Promise<readonly UserContent[]> {
  const references = findReferences(userParts(content).words);
  if (references.length === 0) return content;
  const blocks = await Promise.all(
    references.map(async (reference): Promise<readonly UserContent[]> => {
      const read = await readReference(reference, place);
      if (read === null || (read.type === "missing" && missing === "passed over")) return [];
      onFound?.(reference.path);
      return read.content;
    }),
  );
  return [...content, ...blocks.flat()];
}

/** The same for a message of a session. */
export function withReferences(
  content: readonly UserContent[],
  desk: Desk,
): Promise<readonly UserContent[]> {
  const { outside } = desk.host.loaded.settings.references;
  return expandReferences(
    content,
    { ...placeOf(desk), outside },
    { missing: "told", onFound: (path) => desk.recentPaths.add(path) },
  );
}

/** Where a session looks for what the user points at. */
export function placeOf({ host, live }: Desk): Omit<ReadPlace, "outside"> {
  const { cwd: root } = live.workbench.workspace();
  const home = host.env["HOME"];
  const { readDenied: denied } = live.workbench;
  return { root, denied, ...(home === undefined ? {} : { home }) };
}
