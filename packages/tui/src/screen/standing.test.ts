import { describe, expect, test } from "bun:test";
import { HostError } from "@squire/protocol/values";
import { startFace } from "../testing/running-face.ts";
import { approval, reply, toolStarted, turnStarted } from "../testing/script.ts";

const DIFF = "@@ -1,2 +1,2 @@\n-const wait = backoff();\n+const wait = retryAfter();\n keep\n";

describe("what stands below the transcript", () => {
  test("PERM-16 (part): the status line says when untrusted text is in view", async () => {
    const face = await startFace();
    face.host.emit({ type: "taint.changed", active: true, sources: ["web_fetch"] });
    await face.timers.pass(200);
    expect(await face.screen()).toContain("code · review · tainted · ");
    face.host.emit({ type: "taint.changed", active: false, sources: [] });
    await face.timers.pass(200);
    expect(await face.screen()).not.toContain("tainted");
    await face.stop();
  });

  test("EDIT-9 (part): edits that wait are shown with the commands for them", async () => {
    const face = await startFace();
    const edit = { path: "src/a.ts", search: "a", replace: "b" };
    face.host.emit({
      type: "edits.changed",
      edits: [
        { ...edit, id: 1 },
        { ...edit, id: 2, path: "src/b.ts" },
      ],
    });
    await face.timers.pass(200);
    expect(await face.screen()).toContain("± 2 edits in src/a.ts, src/b.ts · /apply or /discard");
    await face.stop();
  });

  test("EDIT-8 (part): what an edit would change is shown while it is asked about", async () => {
    const face = await startFace();
    face.host.emit(
      ...turnStarted("go"),
      reply("", { calls: ["c1"] }),
      {
        type: "edit.previewed",
        runId: "r1",
        callId: "c1",
        name: "edit",
        files: [{ name: "retry.ts", diff: DIFF, added: 1, removed: 1 }],
        whole: true,
      },
      toolStarted("c1", "edit retry.ts"),
      approval(),
    );
    await face.timers.pass(300);
    const screen = await face.screen();
    expect(screen).toMatch(/1 − const wait = backoff\(\);/);
    expect(screen).toMatch(/1 \+ const wait = retryAfter\(\);/);
    expect(screen).toContain("d deny");
    await face.stop();
  });

  test("a key that is typed is neither shown nor remembered", async () => {
    const face = await startFace();
    await face.type("/login acme sk-secret-1");
    expect(await face.screen()).toContain(`▸ /login acme ${"•".repeat(11)}`);
    expect(face.terminal.emulator.written.join("")).not.toContain("secret");
    await face.type("\u0003");
    await face.type("/login acme sk-secret-2\r");
    await face.type("\u001b[A");
    expect(await face.screen()).not.toContain("▸ /login");
    expect(face.terminal.emulator.written.join("")).not.toContain("secret");
    expect(face.remembered).toEqual([]);
    await face.stop();
  });
});

test("a message that did not reach the host comes back into the prompt", async () => {
  const face = await startFace();
  face.host.on("chat.send", () => {
    throw new HostError({ code: "config", message: "No model is set up.", retryable: false });
  });
  await face.type("a long thought\r");
  expect(await face.screen()).toContain("✗ No model is set up.");
  expect(await face.screen()).toContain("▸ a long thought");
  await face.stop();
});

test("CMD-1 (part): a slip in a command is answered with the nearest one", async () => {
  const face = await startFace();
  await face.type("/copmact\r");
  expect(await face.screen()).toContain("There is no command /copmact. Did you mean /compact?");
  await face.type("/zzzzzz\r");
  expect(await face.screen()).toContain("There is no command /zzzzzz. /help lists what there is.");
  await face.stop();
});
