import type { UserContent } from "@squire/protocol";
import type { SessionDesk } from "../desk.ts";
import { findReferences } from "./find-references.ts";
import { readReference } from "./read-reference.ts";

/** A message with what its `@path` stand for behind it, each in a block of its own (CMD-5, C28). */
export async function withReferences(
  content: readonly UserContent[],
  desk: Pick<SessionDesk, "host" | "live" | "recentPaths">,
): Promise<readonly UserContent[]> {
  const text = content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n");
  const references = findReferences(text);
  if (references.length === 0) return content;
  const { cwd } = desk.live.workbench.workspace();
  const { outside } = desk.host.loaded.settings.references;
  const blocks = await Promise.all(
    references.map(async (reference): Promise<readonly UserContent[]> => {
      const read = await readReference(reference, { root: cwd, outside });
      if (read === null) return [];
      desk.recentPaths.add(reference.path);
      return [{ type: "text", text: read }];
    }),
  );
  return [...content, ...blocks.flat()];
}
