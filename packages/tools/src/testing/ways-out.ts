import { symlink } from "node:fs/promises";
import { basename, join } from "node:path";
import { ToolError, type Tool } from "@squire/agent";
import type { JsonObject } from "@squire/protocol";
import { tempWorkspace } from "@squire/testkit";
import { bench, runTool } from "./try-tool.ts";

/** Tries every known way out of a workspace; names those by which something outside has changed. */
export async function waysOut(
  tool: Tool,
  argsFor: (path: string) => JsonObject,
): Promise<readonly string[]> {
  await using outside = await tempWorkspace({ "victim.txt": "safe", "folder/x.txt": "" });
  await using dir = await tempWorkspace({ "a/b.txt": "", "mine.txt": "mine", "more/x": "" });
  await symlink(outside.root, dir.path("link"));
  await symlink(outside.path("victim.txt"), dir.path("file-link"));
  await symlink(outside.path("made-by-link.txt"), dir.path("dangling"));
  await symlink(outside.path("no-such-folder"), dir.path("dangling-folder"));
  await symlink("../link", dir.path("a/relay"));
  const up = join("..", basename(outside.root), "victim.txt");
  const paths = [
    "link/new.txt",
    "link/victim.txt",
    "link/folder",
    "link/deep/er/new.txt",
    "file-link",
    "dangling",
    "dangling-folder/new.txt",
    "a/relay/victim.txt",
    "link/folder/../victim.txt",
    up,
    `a/../${up}`,
    outside.path("victim.txt"),
    outside.path("folder/x.txt"),
    outside.path("folder"),
    `${dir.root}/${up}`,
    `${dir.root}-twin/x.txt`,
    `/proc/self/root${outside.path("victim.txt")}`,
    "..",
    "../x.txt/../..",
  ];
  const out: string[] = [];
  for (const path of paths) {
    const before = await outside.treeHash();
    const failure = await runTool(tool, argsFor(path), bench(dir.root)).then(
      () => null,
      (error: unknown) => error,
    );
    const isChanged = (await outside.treeHash()) !== before;
    if (isChanged) out.push(path);
    else if (failure !== null && !(failure instanceof ToolError))
      out.push(`${path} failed in another way`);
  }
  return out;
}
