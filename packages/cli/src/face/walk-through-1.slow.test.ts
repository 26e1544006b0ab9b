import { describe, expect, test } from "bun:test";
import { writeFile } from "node:fs/promises";
import { hang, reply, say, think } from "@squire/testkit";
import { facePlace, hasTerminals, leftBehind } from "./testing/face-terminal.ts";

const KEY = "sk-0123456789abcdef0123456789abcdef";
const NOBODY = "http://127.0.0.1:9";
const LOCAL = { OLLAMA_BASE_URL: NOBODY, LM_STUDIO_BASE_URL: NOBODY, LLAMA_CPP_BASE_URL: NOBODY };

const LONG = Array.from({ length: 60 }, (_, at) =>
  `## Part ${at + 1}\n\nWords of part ${at + 1} that fill a line or two. `.repeat(1),
).join("\n\n");

describe.if(hasTerminals)("walk-through 1, in a terminal", () => {
  test("CFG-3 (part), TUI-1, TUI-18: setup, ask, stream, /mode, ctrl+c twice: a clean end", async () => {
    await using place = await facePlace([
      say("OK"),
      reply(think("A greeting."), say("Hello **there**, I am _here_.")),
      say(LONG, { deltaSize: 11 }),
    ]);
    const config = `[[providers]]\nname = "mock"\nkind = "openai"\nbase_url = "${place.server.url}/v1"\napi_key_env = "MOCK_KEY"\nmodels = ["m"]\n`;
    await writeFile(place.path("home/config.toml"), config);
    const setup = place.start({ words: ["setup"], env: LOCAL });
    await setup.until("Number or name");
    setup.enter("mock");
    await setup.until("not shown:");
    setup.enter(KEY);
    await setup.until("[Y/n]");
    setup.enter("");
    expect(await setup.ended()).toBe(0);
    expect(setup.all()).toContain("it works");
    expect(setup.bytes()).not.toContain(KEY);

    const face = place.start({ env: LOCAL });
    await face.until("code · review · mock/m");
    face.enter("say hello");
    await face.until("Hello there, I am here.");
    await face.until("What shall we build?");
    expect(face.screen()).toContain("▸ say hello");
    expect(face.screen()).toContain("thought: A greeting.");

    face.type("/mode");
    await face.until("▸ /mode");
    face.type("\r");
    await face.until("mode type to narrow");
    face.enter("chat");
    await face.until("chat · review · mock/m");
    face.type("\u001b[Z");
    await face.until(/(plan|research) · review · mock\/m/);

    face.enter("tell me a long story");
    await face.until("Words of part 60");
    await face.until((screen) => !screen.includes("esc to stop"));
    const all = face.all();
    for (let part = 1; part <= 60; part++) {
      expect(all.split("\n").filter((line) => line.trim() === `Part ${part}`).length).toBe(1);
    }

    face.type("\u0003");
    await face.until("ctrl+c again to leave");
    face.type("\u0003");
    expect(await face.ended()).toBe(0);
    expect(leftBehind(face.bytes())).toEqual([]);
    expect(face.all()).toMatch(/squire --resume \S+/);
  });

  test("LOOP-9 (part), TUI-4 (part): esc in the middle of a reply keeps what was written, and the next prompt works", async () => {
    await using place = await facePlace([
      reply(say("This much was written"), hang()),
      say("And this after it."),
    ]);
    const face = place.start();
    await face.until("What shall we build?");
    face.enter("go");
    await face.until("This much was written");
    face.type("\u001b");
    await face.until("✗ cut off here");
    await face.until("What shall we build?");
    expect(face.screen()).toContain("This much was written");
    face.enter("go on");
    await face.until("And this after it.");
    face.type("\u0004");
    expect(await face.ended()).toBe(0);
    const kept = JSON.stringify(place.entries());
    expect(kept).toContain("This much was written");
    expect(leftBehind(face.bytes())).toEqual([]);
  });
});
