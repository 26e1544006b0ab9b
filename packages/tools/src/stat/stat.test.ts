import { expect, test } from "bun:test";
import { chmod, symlink, utimes } from "node:fs/promises";
import { tempWorkspace } from "@squire/testkit";
import { anew } from "../testing/services.ts";
import { bench, runTool, textOf, told } from "../testing/try-tool.ts";
import { statTool } from "./stat.ts";

const stat = anew(statTool);

test("FS-4: stat tells of files, folders and links", async () => {
  await using outside = await tempWorkspace({ "x.txt": "" });
  await using dir = await tempWorkspace({ "a.txt": "12345" });
  await chmod(dir.path("a.txt"), 0o640);
  await utimes(dir.path("a.txt"), 1_700_000_000, 1_700_000_000);
  await symlink("a.txt", dir.path("link"));
  await symlink("none", dir.path("dead"));
  const output = await runTool(stat, { path: "a.txt" }, bench(dir.root));
  expect(textOf(output)).toBe(
    `path: ${dir.path("a.txt")}\nkind: file\nbytes: 5\nmode: 0640\nmodified: 2023-11-14T22:13:20.000Z`,
  );
  expect(output.details.data).toEqual({
    path: dir.path("a.txt"),
    kind: "file",
    bytes: 5,
    mode: 0o640,
    modifiedAt: 1_700_000_000_000,
  });
  const see = (path: string): Promise<string> => told(stat, { path }, bench(dir.root));
  expect(await see("link")).toContain("kind: link\nleads to: a.txt (a file, 5 bytes)\n");
  expect(await see("dead")).toContain("leads to: none (nowhere)");
  expect(await see(".")).toContain("kind: folder\nmode: 0");
  expect(await see(outside.path("x.txt"))).toEndWith("\noutside of what may be written");
  expect(await see("b.txt")).toBe("! There is no b.txt. Similar: a.txt");
});
