import { describe, expect, test } from "bun:test";
import { chmodSync } from "node:fs";
import { delimiter } from "node:path";
import { say } from "@squire/testkit";
import { facePlace, hasTerminals } from "./testing/face-terminal.ts";

/** One dot. */
const DATA =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const DOT = Buffer.from(DATA, "base64");
const SENT = `{"url":"data:image/png;base64,${DATA}"}`;
const CTRL_V = "\u0016";
const dropped = (text: string): string => `\u001b[200~${text}\u001b[201~`;

describe.if(hasTerminals)("images, in a terminal", () => {
  test("CMD-8: an image that is dropped goes along, is shown, and is there after a resume", async () => {
    await using place = await facePlace([say("A dot."), say("Still there.")], {
      sees: true,
      files: { "pics/my shot.png": DOT, "pics/page.png": "<html>" },
    });
    const face = place.start();
    await face.until("mock/m");
    face.type(dropped(`'${place.path("work/pics/page.png")}' `));
    await face.until("was not attached: it is no PNG");
    expect(face.screen()).toContain("pics/page.png'");
    face.type("\u0003");
    await face.until("What shall we build?");
    face.type("what is ");
    face.type(dropped(place.path("work/pics/my shot.png").replaceAll(" ", String.raw`\ `)));
    await face.until("▸ what is [image 1: my shot.png]");
    face.type("\u007f");
    await face.until((screen) => !screen.includes("[image 1"));
    face.type("\u001f");
    await face.until("▸ what is [image 1: my shot.png]");
    face.type("?\r");
    await face.until("A dot.");
    expect(face.screen()).toContain("my shot.png · PNG · 1×1 · 1 KB");
    const [first] = place.server.requests;
    expect(first?.bodyText).toContain(SENT);
    expect(first?.bodyText).toContain("what is [image 1: my shot.png]?");
    face.type("\u0004");
    expect(await face.ended()).toBe(0);
    const later = place.start({ words: ["--continue"] });
    await later.until("my shot.png · PNG · 1×1 · 1 KB");
    later.enter("and now?");
    await later.until("Still there.");
    expect(place.server.requests[1]?.bodyText).toContain(SENT);
    later.type("\u0004");
    expect(await later.ended()).toBe(0);
  });

  test("TUI-13: ctrl+v takes an image from the desktop's clipboard; a model that sees none is told", async () => {
    const wl = `#!/bin/sh\ncase "$*" in *--list-types*) echo image/png;; *) cat "$(dirname "$0")/dot.png";; esac\n`;
    await using place = await facePlace([say("Nothing to see.")], {
      files: { "bin/wl-paste": wl, "bin/dot.png": DOT },
    });
    chmodSync(place.path("work/bin/wl-paste"), 0o755);
    const PATH = `${place.path("work/bin")}${delimiter}${process.env["PATH"] ?? ""}`;
    const face = place.start({ env: { PATH, WAYLAND_DISPLAY: "wayland-0" } });
    await face.until("mock/m");
    face.type(CTRL_V);
    await face.until("▸ [image 1: clipboard]");
    await face.until("mock/m takes no images");
    face.type(" what is it?\r");
    await face.until("Nothing to see.");
    expect(face.all()).toContain("clipboard · PNG · 1×1 · 1 KB");
    expect(place.server.requests[0]?.bodyText).toContain("this model cannot read images");
    face.type("\u0004");
    expect(await face.ended()).toBe(0);
  });
});
