import { lstatSync, renameSync, symlinkSync } from "node:fs";
import { readdir, readFile, symlink } from "node:fs/promises";
import { describe, expect, test } from "bun:test";
import { rejectionOf, tempWorkspace } from "@squire/testkit";
import { diskCode } from "../disk.ts";
import { nodeTreeDisk } from "./node-tree-disk.ts";
import { inParent } from "./places.ts";
import { using } from "./tree-disk.ts";

const disk = nodeTreeDisk();

describe("S22: the real disk and links", () => {
  test("S22: no call follows a link at the end of a path", async () => {
    await using temp = await tempWorkspace({ "d/a.txt": "x" });
    await symlink("d", temp.path("folder"));
    await symlink("d/a.txt", temp.path("file"));
    await symlink("new.txt", temp.path("dangling"));
    const code = async (run: Promise<unknown>): Promise<string> => diskCode(await rejectionOf(run));
    expect(await code(disk.openFolder(temp.path("folder")))).toBe("ENOTDIR");
    expect(await code(disk.openFile(temp.path("file")))).toBe("ELOOP");
    expect(await code(disk.createFile(temp.path("dangling")))).toBe("EEXIST");
    expect((await disk.lstat(temp.path("folder"))).kind).toBe("link");
  });

  test("S22: the way to a path leads through no link", async () => {
    await using temp = await tempWorkspace({ "real/in/a.txt": "x" });
    await symlink("real", temp.path("link"));
    const there = async (path: string): Promise<boolean | null> =>
      inParent(disk, temp.root, path, async () => true);
    expect(await there("real/in/b.txt")).toBe(true);
    expect(await there("link/in/b.txt")).toBeNull();
    expect(await there("real/missing/b.txt")).toBeNull();
    expect(await there("real/in/a.txt/b.txt")).toBeNull();
  });

  test.if(process.platform === "linux")(
    "S23: a folder that is swapped for a link again and again: nothing is written outside",
    async () => {
      await using temp = await tempWorkspace({ "d/a.txt": "old", decoy: "" });
      await using outside = await tempWorkspace({ "a.txt": "canary" });
      symlinkSync(outside.root, temp.path("link"));
      let [running, flips] = [true, 0];
      const flip = (): void => {
        const [hide, show] = flips++ % 2 === 0 ? ["d", "link"] : ["link", "d"];
        renameSync(temp.path("d"), temp.path(`${hide}-away`));
        renameSync(temp.path(show === "d" ? "d-away" : "link"), temp.path("d"));
        if (hide === "link") renameSync(temp.path("link-away"), temp.path("link"));
        if (running) setImmediate(flip);
      };
      setImmediate(flip);
      let written = 0;
      for (let count = 0; count < 150; count++) {
        const done = await inParent(disk, temp.root, "d/a.txt", async (place, parent) => {
          const name = parent.at(`.tmp-${count}`);
          await using(disk.createFile(name), (file) => file.append(new Uint8Array([count & 255])));
          await disk.rename(name, place);
          return true;
        });
        if (done) written++;
      }
      running = false;
      await new Promise((resolve) => void setImmediate(resolve));
      expect(flips).toBeGreaterThan(50);
      expect(written).toBeGreaterThan(0);
      expect(written).toBeLessThan(150);
      expect(await readdir(outside.root)).toEqual(["a.txt"]);
      expect(await readFile(outside.path("a.txt"), "utf8")).toBe("canary");
      expect(lstatSync(temp.path("decoy")).isFile()).toBe(true);
    },
  );
});
