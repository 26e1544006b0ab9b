import { describe, expect, test } from "bun:test";
import { tempWorkspace } from "@squire/testkit";
import { chmod } from "node:fs/promises";
import { readClipboardImage } from "./clipboard-image.ts";
import { runQuietly } from "./run-quietly.ts";

/** One dot. */
const DOT =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const IMAGE = { type: "image", data: DOT } as const;
const WAYLAND = { WAYLAND_DISPLAY: "wayland-0" };
const X11 = { DISPLAY: ":0" };

type Machine = {
  /** Programs of the desktop, as shell scripts by name. */
  readonly programs: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly platform?: NodeJS.Platform;
};

/** What comes of the clipboard of such a machine, and how its programs were called. */
async function read({ programs, env = {}, platform = "linux" }: Machine) {
  await using dir = await tempWorkspace({ "dot.png": Buffer.from(DOT, "base64"), calls: "" });
  for (const [name, script] of Object.entries(programs)) {
    const head = `#!/bin/sh\nprintf '%s\\n' "${name} $*" >> '${dir.path("calls")}'\ncd '${dir.root}'\n`;
    await dir.write(`bin/${name}`, head + script);
    await chmod(dir.path(`bin/${name}`), 0o755);
  }
  const path = `${dir.path("bin")}:/usr/bin:/bin`;
  const image = await readClipboardImage({ PATH: path, ...env }, platform);
  return { image, calls: (await dir.read("calls")).trim().split("\n") };
}

const NONE = { type: "none", why: "There is no image in the clipboard." } as const;

describe("TUI-13: the image in the clipboard", () => {
  test("TUI-13: each desktop is asked in its own way", async () => {
    const offers = (list: string): string =>
      `case "$*" in *--list-types*|*TARGETS*) printf 'TARGETS\\n${list}\\n';; *) cat dot.png;; esac`;
    expect(
      await read({ programs: { "wl-paste": offers("text/html\\nimage/png") }, env: WAYLAND }),
    ).toEqual({
      image: IMAGE,
      calls: ["wl-paste --list-types", "wl-paste --no-newline --type image/png"],
    });
    expect(await read({ programs: { xclip: offers("image/jpeg") }, env: X11 })).toEqual({
      image: IMAGE,
      calls: [
        "xclip -selection clipboard -o -t TARGETS",
        "xclip -selection clipboard -o -t image/jpeg",
      ],
    });
    expect(await read({ programs: { pngpaste: "cat dot.png" }, platform: "darwin" })).toEqual({
      image: IMAGE,
      calls: ["pngpaste -"],
    });
    const hex = Buffer.from(DOT, "base64").toString("hex").toUpperCase();
    const apple = {
      programs: { osascript: `echo '«data PNGf${hex}»'` },
      platform: "darwin",
    } as const;
    expect((await read(apple)).image).toEqual(IMAGE);
    const wsl = { "powershell.exe": `printf '%s\\r\\n' '${DOT}'` };
    const windows = await read({ programs: wsl, env: { WSL_DISTRO_NAME: "Ubuntu" } });
    expect(windows.image).toEqual(IMAGE);
    expect(windows.calls.join()).toContain("-NoProfile -NonInteractive -STA -Command");
  });

  test("TUI-13: names of a file manager are names; a second clipboard is asked when the first has none", async () => {
    const files = `case "$*" in *--list-types*) echo text/uri-list;; *) printf 'file:///tmp/a.png\\r\\n';; esac`;
    expect((await read({ programs: { "wl-paste": files }, env: WAYLAND })).image).toEqual({
      type: "named",
      text: "file:///tmp/a.png\r\n",
    });
    const x11 = `case "$*" in *TARGETS*) echo image/png;; *) cat dot.png;; esac`;
    const both = { programs: { "wl-paste": "exit 1", xclip: x11 }, env: { ...WAYLAND, ...X11 } };
    expect((await read(both)).image).toEqual(IMAGE);
  });

  test("TUI-13: no image, no program, no display: a line says which", async () => {
    const text = `case "$*" in *TARGETS*) echo STRING;; *) echo words;; esac`;
    expect((await read({ programs: { xclip: text }, env: X11 })).image).toEqual(NONE);
    const lies = `case "$*" in *TARGETS*) echo image/png;; *) echo '<html>';; esac`;
    expect((await read({ programs: { xclip: lies }, env: X11 })).image).toEqual(NONE);
    expect((await read({ programs: { xclip: "exit 1" }, env: X11 })).image).toEqual(NONE);
    const apple = { programs: { osascript: "exit 1" }, platform: "darwin" } as const;
    expect((await read(apple)).image).toEqual(NONE);
    const missing = await readClipboardImage({ PATH: "/nowhere", ...X11 }, "linux");
    expect(missing).toMatchObject({ type: "none", why: expect.stringContaining("needs xclip") });
    const remote = await readClipboardImage({ PATH: "/nowhere" }, "linux");
    expect(remote).toMatchObject({ why: expect.stringContaining("there is no display") });
  });
});

describe("programs of the desktop", () => {
  const limits = { env: { PATH: "/usr/bin:/bin" }, ms: 5_000, bytes: 1_000 };

  test("TUI-13 (part): what hangs is ended, what writes without end too", async () => {
    expect(await runQuietly(["sleep", "1000"], { ...limits, ms: 50 })).toEqual({ type: "failed" });
    expect(await runQuietly(["yes"], limits)).toEqual({ type: "failed" });
    expect(await runQuietly(["false"], limits)).toEqual({ type: "failed" });
    expect(await runQuietly(["no-such-program"], limits)).toEqual({ type: "absent" });
    expect(await runQuietly(["echo", "$(id) `id` ;id"], limits)).toEqual({
      type: "done",
      output: Buffer.from("$(id) `id` ;id\n"),
    });
  });

  test("S29 (part): no program is taken from the folder that is worked in", async () => {
    await using dir = await tempWorkspace({ xclip: "#!/bin/sh\ncat dot.png\n" });
    await chmod(dir.path("xclip"), 0o755);
    const before = process.cwd();
    process.chdir(dir.root);
    try {
      const run = await runQuietly(["xclip"], { ...limits, env: { PATH: ".:/nowhere" } });
      expect(run).toEqual({ type: "absent" });
    } finally {
      process.chdir(before);
    }
  });
});
