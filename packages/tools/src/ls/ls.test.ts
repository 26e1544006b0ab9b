import { expect, test } from "bun:test";
import { symlink } from "node:fs/promises";
import { tempWorkspace } from "@squire/testkit";
import { anew } from "../testing/services.ts";
import { bench, runTool, textOf, told } from "../testing/try-tool.ts";
import { lsTool } from "./ls.ts";

const ls = anew(lsTool);

test("FS-4: ls lists a folder with sizes, and leaves out what nobody reads", async () => {
  await using dir = await tempWorkspace({
    "b.txt": "12345",
    ".hidden": "",
    "src/a.ts": "",
    ".git/HEAD": "",
    "node_modules/x/y": "",
    "odd\nname": "1",
    "empty/dist/x": "",
    dist2: "",
  });
  await symlink("b.txt", dir.path("link"));
  const see = (args: { path?: string; all?: boolean }) => told(ls, args, bench(dir.root));
  const shown = [".hidden\t0", "b.txt\t5", "dist2\t0", "empty/", "link -> b.txt"];
  expect(await see({})).toBe(
    [
      ...shown,
      '"odd\\nname"\t1',
      "src/",
      "(not shown: .git/, node_modules/; all=true shows them)",
    ].join("\n"),
  );
  expect(await see({ all: true })).toStartWith(".git/\n.hidden\t0\n");
  expect(await see({ path: "node_modules" })).toBe("x/");
  expect(await see({ path: "empty" })).toBe("(not shown: dist/; all=true shows them)");
  expect(await see({ path: "b.txt" })).toBe("! b.txt is no folder.");
  expect(await see({ path: "scr" })).toBe("! There is no scr. Similar: src");
});

test("FS-4: no listing is larger than 256 KB", async () => {
  const name = "n".repeat(150);
  const many = Array.from({ length: 2_500 }, (_, at) => [`d/${name}${at}`, ""] as const);
  await using dir = await tempWorkspace(Object.fromEntries(many));
  const output = await runTool(ls, { path: "d" }, bench(dir.root));
  expect(Buffer.byteLength(textOf(output))).toBeLessThanOrEqual(256 * 1024 + 100);
  expect(textOf(output)).toMatch(/\n\(\d+ more; use glob to narrow it down\)$/);
  expect(output.details).toEqual({ truncated: true });
});

test("what the gate and the screens are told", () => {
  expect(ls.prepare({})).toMatchObject({
    ok: true,
    call: { effect: "read", subject: ".", summary: "ls ." },
  });
});
