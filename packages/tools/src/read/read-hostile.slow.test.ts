import { expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { mkdir, symlink } from "node:fs/promises";
import { basename, join } from "node:path";
import { rejectionOf, tempWorkspace } from "@squire/testkit";
import * as fc from "fast-check";
import { isCredentialPath } from "@squire/safety";
import { anew } from "../testing/services.ts";
import { bench, runTool, told } from "../testing/try-tool.ts";
import { readTool } from "./read.ts";

const read = anew(readTool);

test("FS-6: a leading / means the workspace when there is no such absolute path", async () => {
  await using dir = await tempWorkspace({ "src/a.ts": "inside" });
  expect(await told(read, { path: "/src/a.ts" }, bench(dir.root))).toBe("1\tinside");
  expect(await told(read, { path: dir.path("src/a.ts") }, bench(dir.root))).toBe("1\tinside");
});

test("FS-9: what lies outside can be read, by .., by link and by its absolute path", async () => {
  await using outside = await tempWorkspace({ "note.txt": "outside" });
  await using dir = await tempWorkspace({ "a/b.txt": "" });
  await symlink(outside.root, dir.path("link"));
  const absolute = outside.path("note.txt");
  const up = join("..", basename(outside.root), "note.txt");
  for (const path of [absolute, "link/note.txt", up]) {
    expect(await told(read, { path }, bench(dir.root))).toBe("1\toutside");
  }
});

test("FS-9: files with credentials are refused, also behind a link and in capitals", async () => {
  await using dir = await tempWorkspace({
    ".env": "KEY=1",
    ".ENV.local": "KEY=1",
    ".env.example": "KEY=",
    "home/.ssh/config": "",
    "home/.aws/credentials": "",
    "deploy/server.PEM": "",
    id_ed25519: "",
    "id_ed25519.pub": "public",
  });
  await symlink(".env", dir.path("harmless.txt"));
  await symlink("home/.ssh", dir.path("docs"));
  const refused = [
    ".env",
    ".ENV.local",
    "home/.ssh/config",
    "home/.ssh",
    "home/.aws/credentials",
    "deploy/server.PEM",
    "id_ed25519",
    "harmless.txt",
    "docs/config",
    "docs",
    "x/../.env",
    "/proc/self/environ",
    "/proc/self/cwd/.env",
    ".env/",
    "no-such/.env",
  ];
  for (const path of refused) {
    const message = await told(read, { path }, bench(dir.root));
    expect(message).toContain(`! ${path} looks like a file with credentials`);
    expect(message).not.toContain("KEY");
  }
  expect(await told(read, { path: ".env.example" }, bench(dir.root))).toBe("1\tKEY=");
  expect(await told(read, { path: "id_ed25519.pub" }, bench(dir.root))).toBe("1\tpublic");
});

test("FS-9: ordinary names are no credentials", () => {
  const ordinary = ["/p/environment.ts", "/p/keys.ts", "/p/.envoy", "/p/ssh/config", "/p/key"];
  expect(ordinary.filter(isCredentialPath)).toEqual([]);
  const secret = ["/h/.config/gcloud/x", "/h/.docker/config.json", "/h/.netrc", "C:\\u\\.SSH\\k"];
  expect(secret.filter(isCredentialPath)).toEqual(secret);
});

test("FS-6: hostile paths give a plain message and never hang", async () => {
  await using dir = await tempWorkspace({ "a.txt": "", "odd\nname.txt": "odd" });
  await symlink("nowhere", dir.path("dangling"));
  await symlink("round", dir.path("round"));
  spawnSync("mkfifo", [dir.path("pipe")]);
  const see = (path: string): Promise<string> => told(read, { path }, bench(dir.root));
  expect(await see("a\0.txt")).toBe("! A path cannot contain a NUL character.");
  expect(await see("dangling")).toBe("! dangling goes through a link that leads nowhere.");
  expect(await see("round")).toBe("! Cannot find round: its links go round in a circle.");
  expect(await see("a.txt/b")).toStartWith("! There is no a.txt/b.");
  expect(await see("x".repeat(5_000))).toEndWith(": the name is too long.");
  expect(await see("pipe")).toContain("neither a file nor a folder");
  expect(await see("odd\nname.txt")).toBe("1\todd");
  expect(await see("odd\nnam.txt")).toBe(
    '! There is no "odd\\nnam.txt". Similar: "odd\\nname.txt"',
  );
  expect(await told(read, { path: "x" }, bench(dir.path("gone")))).toBe("! There is no x.");
});

test("FS-6: no path makes it fail in another way", async () => {
  await using dir = await tempWorkspace({ "a.txt": "a" });
  await mkdir(dir.path("folder"));
  const part = fc.oneof(
    fc.constantFrom("..", ".", "", "a.txt", "folder", "~", "\0", "\n", "con", "%2e%2e"),
    fc.string({ unit: "binary", maxLength: 6 }),
  );
  const path = fc.array(part, { minLength: 1, maxLength: 5 }).map((parts) => parts.join("/"));
  await fc.assert(
    fc.asyncProperty(path, async (name) => {
      if (name !== "")
        expect(typeof (await told(read, { path: name }, bench(dir.root)))).toBe("string");
    }),
    { numRuns: 60 },
  );
});

test("LOOP-9: an abort ends it", async () => {
  await using dir = await tempWorkspace({ "a.txt": "a" });
  const context = bench(dir.root, { signal: AbortSignal.abort(new Error("stop")) });
  expect(await rejectionOf(runTool(read, { path: "a.txt" }, context))).toHaveProperty(
    "message",
    "stop",
  );
});
