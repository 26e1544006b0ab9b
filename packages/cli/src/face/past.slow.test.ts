import { describe, expect, test } from "bun:test";
import { existsSync, readdirSync } from "node:fs";
import { call, hang, reply, say } from "@squire/testkit";
import { facePlace, hasTerminals } from "./testing/face-terminal.ts";

const DOWN = "\u001b[B";
const ESC = "\u001b";
const IDLE = "What shall we build?";

describe.if(hasTerminals)("what was before, in a terminal", () => {
  test("SES-6 (part), SES-7 (part), TUI-4 (part): rewind with a preview, the tree, and another session by search", async () => {
    await using place = await facePlace([
      say("Tea it is."),
      reply(call("write", { path: "cup.txt", content: "tea\n" })),
      say("Poured."),
      say("Coffee it is."),
    ]);
    const face = place.start({ words: ["--trust", "auto"] });
    await face.until("mock/m");
    face.enter("about tea");
    await face.until("Tea it is.");
    await face.until(IDLE);
    face.enter("pour a cup");
    await face.until("Poured.");
    await face.until(IDLE);
    expect(place.work("cup.txt")).toBe("tea\n");

    // Twice Esc: the turns, what taking one back would do, and then it is done.
    face.type(ESC);
    face.type(ESC);
    await face.until(/rewind to before[\s\S]*▸ pour a cup +now · cup\.txt/);
    face.type("\r");
    await face.until("▸ leave everything");
    expect(face.screen()).toContain("Before “pour a cup”:");
    expect(face.screen()).toMatch(/cup\.txt: /);
    expect(existsSync(place.path("work/cup.txt"))).toBe(true);
    face.type(DOWN);
    await face.until("▸ files and talk");
    face.type("\r");
    await face.until("took back files and talk");
    await face.until(/▸ pour a cup\n code/);
    expect(existsSync(place.path("work/cup.txt"))).toBe(false);
    // What stands above is not printed again.
    expect(face.all()).toContain("── another branch, from “about tea” ──");
    expect(face.all().match(/Tea it is\./g)?.length).toBe(1);
    face.type("\u0003");
    await face.until(IDLE);

    face.enter("/tree");
    await face.until(/tree type to narrow/);
    face.type("Poured");
    await face.until(/▸ [│ ]*○ assistant: Poured\./);
    face.type("\r");
    await face.until(/(another branch[\s\S]*){2}Poured\.[\s\S]*What shall we build/, "all");

    // Typed ahead: it belongs to the new session.
    face.enter("/new");
    face.enter("about coffee");
    await face.until(/── (a new|another) session ──\n\n▸ about coffee\n\n {2}Coffee it is\./);
    await face.until(IDLE);
    face.enter("/resume");
    await face.until(/sessions type to narrow/);
    face.type("tea");
    await face.until(/sessions tea\n ▸ about tea/);
    expect(face.screen()).not.toMatch(/^ . about coffee/m);
    face.type("\r");
    await face.until(/Tea it is\.[\s\S]*What shall we build/);
    face.type("\u0003\u0003");
    expect(await face.ended()).toBe(0);
  });

  test("SES-14 (part): killed in the middle of a reply, resumed with what was said before", async () => {
    await using place = await facePlace([
      say("The first answer."),
      reply(say("Half of the second"), hang()),
      say("The third answer."),
    ]);
    const face = place.start();
    await face.until("mock/m");
    face.enter("one");
    await face.until("The first answer.");
    await face.until(IDLE);
    face.enter("two");
    await face.until("Half of the second");
    // What was said so far is on the disk a moment later; the line that moves lets us look.
    await face.until(() => hasDraft(place.path("home/sessions")));
    process.kill(await face.pid(), "SIGKILL");
    expect(await face.ended()).toBe(137);

    const again = place.start({ words: ["--continue"] });
    await again.until(/▸ two[\s\S]*What shall we build/);
    const shown = again.all();
    expect(shown).toContain("▸ one");
    expect(shown).toContain("The first answer.");
    expect(shown).toContain("Half of the second");
    again.enter("three");
    await again.until("The third answer.");
    expect(place.server.requests.at(-1)?.bodyText).toContain("The first answer.");
    again.type("\u0004");
    expect(await again.ended()).toBe(0);
  });
});

function hasDraft(folder: string): boolean {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return names.some((name) => name.endsWith(".draft"));
}
