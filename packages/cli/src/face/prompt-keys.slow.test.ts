import { describe, expect, test } from "bun:test";
import { hang, reply, say } from "@squire/testkit";
import { facePlace, hasTerminals, leftBehind } from "./testing/face-terminal.ts";

const CTRL_G = "\u0007";
const CTRL_L = "\u000c";
const ALT_ENTER = "\u001b\r";
const ALT_BACKSPACE = "\u001b\u007f";
const IDLE = "What shall we build?";

describe.if(hasTerminals)("the prompt, in a terminal", () => {
  test("CMD-5 (part), CMD-7 (part): / and @ complete; the file that was named goes along", async () => {
    await using place = await facePlace([say("Saw it.")], {
      files: { "docs/guide.md": "the guide says seven\n", "docs/other.md": "" },
    });
    const face = place.start();
    await face.until("mock/m");
    face.type("/mo");
    await face.until(/▸ \/mode +\[.*\]/);
    expect(face.screen()).toMatch(/\/model/);
    face.type("\u0003");
    await face.until(IDLE);
    face.type("look at @gui");
    await face.until(/▸ @docs\/guide\.md/);
    face.type("\t");
    await face.until(/▸ look at @docs\/guide\.md $|▸ look at @docs\/guide\.md\n/);
    face.type("\r");
    await face.until("Saw it.");
    expect(place.server.requests[0]?.bodyText).toContain("the guide says seven");
    face.type("\u0004");
    expect(await face.ended()).toBe(0);
  });

  test("CMD-8 (part), TUI-4 (part): shell, private shell, note, editor, paste", async () => {
    await using place = await facePlace([say("Heard."), say("Read it all.")], {
      files: { "ed.sh": 'echo "from the editor" > "$1"\n' },
    });
    const face = place.start({ env: { EDITOR: `sh ${place.path("work/ed.sh")}` } });
    await face.until("mock/m");
    face.enter("!echo out-$((1+1))");
    await face.until(/! echo out[\s\S]*\n {2}out-2/);
    face.enter("!!echo secret-$((2+2))");
    await face.until(/!! echo secret[\s\S]*\n {2}secret-4/);
    face.enter("# tests live in spec/");
    await face.until("tests live in spec/");
    face.type(CTRL_G);
    await face.until("▸ from the editor");
    face.type("\r");
    await face.until("Heard.");
    const [first] = place.server.requests;
    expect(first?.bodyText).toContain("from the editor");
    expect(first?.bodyText).toContain("out-2");
    expect(first?.bodyText).toContain("tests live in spec/");
    expect(first?.bodyText).not.toContain("secret-4");

    await face.until(IDLE);
    const rows = Array.from({ length: 12 }, (_, at) => `pasted row ${at}`).join("\n");
    face.type(`\u001b[200~${rows}\u001b[201~`);
    await face.until("[paste #1: 12 lines]");
    expect(face.screen()).not.toContain("pasted row 3");
    face.type("\r");
    await face.until("Read it all.");
    for (const row of rows.split("\n")) {
      expect(place.server.requests[1]?.bodyText).toContain(row);
    }
    face.type("\u0003\u0003");
    expect(await face.ended()).toBe(0);
    expect(leftBehind(face.bytes())).toEqual([]);
  });

  test("TUI-4 (part): messages wait in a queue, are taken back and changed; another model answers", async () => {
    await using place = await facePlace([reply(say("Working on it"), hang()), say("Done so.")]);
    const face = place.start();
    await face.until("mock/m");
    face.enter("begin");
    await face.until("Working on it");
    face.type(`first wish${ALT_ENTER}`);
    await face.until("⏸ first wish");
    face.type(`second wish${ALT_ENTER}`);
    await face.until("⏸ second wish");
    face.type(ALT_BACKSPACE);
    await face.until((screen) => screen.includes("▸ second wish") && !screen.includes("⏸ second"));
    face.type("\u0003");
    await face.until((screen) => !screen.includes("second wish"));
    face.enter("/queue");
    await face.until("take back type to narrow");
    face.type("\r");
    await face.until((screen) => screen.includes("▸ first wish") && !screen.includes("⏸ first"));
    face.type("\u001b");
    await face.until("stopped");
    await face.until("▸ first wish");
    face.type(CTRL_L);
    await face.until("models type to narrow");
    face.enter("other");
    await face.until("code · review · mock/other");
    face.type(", changed\r");
    await face.until("Done so.");
    const last = place.server.requests.at(-1);
    expect(last?.bodyText).toContain("first wish, changed");
    expect(last?.bodyText).not.toContain("second wish");
    expect(last?.bodyText).toContain('"model":"other"');
    face.type("\u0004");
    expect(await face.ended()).toBe(0);
  });
});
