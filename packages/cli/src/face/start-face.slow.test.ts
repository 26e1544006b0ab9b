import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { say } from "@squire/testkit";
import { facePlace, hasTerminals, leftBehind } from "./testing/face-terminal.ts";

const FACE_MAIN = join(import.meta.dirname, "testing", "face-main.ts");
const program = [process.execPath, FACE_MAIN];

describe.if(hasTerminals)("the face in a real terminal", () => {
  test("TUI-18: told to end by a signal", async () => {
    await using place = await facePlace([], { program });
    const face = place.start();
    await face.until("review");
    process.kill(await face.pid(), "SIGTERM");
    expect(await face.ended()).toBe(143);
    expect(leftBehind(face.bytes())).toEqual([]);
  });

  test("TUI-18: a crash is told below what was printed, on a terminal that works", async () => {
    await using place = await facePlace([], { program, words: ["crash"] });
    const face = place.start();
    expect(await face.ended()).toBe(1);
    expect(face.all()).toContain("planted crash");
    expect(leftBehind(face.bytes())).toEqual([]);
  });

  test("TUI-18 (part): a terminal that is left as it was in use is noticed", () => {
    const used = "\u001b[?25l\u001b[?2004h\u001b[>1u code=0 -icanon -echo over";
    expect(leftBehind(used).length).toBe(5);
  });

  test("TUI-17 (part): plain mode in a terminal writes no control code", async () => {
    await using place = await facePlace([say("Plain words.")], { program, words: ["plain"] });
    const face = place.start();
    await face.until("Type a message");
    face.type("hello\n");
    await face.until("Plain words.");
    face.type("/quit\n");
    expect(await face.ended()).toBe(0);
    const own = face.bytes().slice(0, face.bytes().lastIndexOf("code="));
    expect(own).not.toContain("\u001b");
  });

  test("TUI-4 (part), TUI-9 (part): [tui] of the user's file reaches the face, and what is wrong in it is told", async () => {
    const config =
      '[tui]\ntheme = "light"\ncolour = 1\n[tui.keys]\n"help.open" = ["f7"]\n"model.pick" = ["enter"]';
    await using place = await facePlace([], { config });
    const face = place.start({ env: { COLORTERM: "truecolor" } });
    await face.until("What shall we build?");
    await face.until("tui.keys: enter cannot be given to model.pick");
    expect(face.all().match(/tui\.colour/g)?.length).toBe(1);
    face.type("\u001b[18~");
    await face.until(/f7 +│ help/, "all");
    face.type("\u0004");
    expect(await face.ended()).toBe(0);
  });
});
