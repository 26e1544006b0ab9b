import { describe, expect, test } from "bun:test";
import type { MethodParams } from "@squire/protocol";
import { HostError, imageLabelText } from "@squire/protocol/values";
import { startFace, type FaceOptions, type RunningFace } from "../testing/running-face.ts";
import { turnStarted } from "../testing/script.ts";
import type { ClipboardImage } from "../tui-options.ts";

const CTRL_V = "\u0016";
const ALT_ENTER = "\u001b\r";
const ALT_BACKSPACE = "\u001b\u007f";
const paste = (text: string): string => `\u001b[200~${text}\u001b[201~`;

function blocks(name: string) {
  const image = { type: "image", mimeType: "image/png", data: "AAAA" } as const;
  const about = { name, mimeType: "image/png", width: 800, height: 600, bytes: 84_000 };
  return [{ type: "text", text: imageLabelText(about) } as const, image];
}

/** A host on which only `/tmp/a.png` and bytes are images. */
async function face(options: FaceOptions = {}): Promise<RunningFace> {
  const running = await startFace(options);
  running.host.on("images.attach", ({ path, name = "a.png" }) => {
    if (path === undefined) return { content: blocks(name), name };
    if (path === "/tmp/a.png") return { content: blocks("a.png"), name: "a.png", note: "A note." };
    const code = path.includes("none") ? "not_found" : "invalid";
    const message = `${path} was not attached: it is no image.`;
    throw new HostError({ code, message, retryable: false });
  });
  return running;
}

const sent = ({ host }: RunningFace): unknown =>
  host.called("chat.send").map((params) => (params as MethodParams<"chat.send">).message);

describe("CMD-8: images in the face", () => {
  test("CMD-8: a dropped image goes along as blocks, even when enter comes right behind it", async () => {
    const running = await face();
    await running.type(`see ${paste("/tmp/a.png ")}, then stop\r`);
    expect(sent(running)).toEqual([
      [{ type: "text", text: "see [image 1: a.png], then stop" }, ...blocks("a.png")],
    ]);
    expect(running.remembered).toEqual(["see /tmp/a.png, then stop"]);
    await running.stop();
  });

  test("CMD-8 (part): what is no image is text again, with a reason where there is one", async () => {
    const running = await face();
    await running.type(paste("/tmp/none.png"));
    expect(await running.screen()).toContain("▸ /tmp/none.png");
    await running.type("\u0003");
    await running.type(paste("/tmp/page.png"));
    const screen = await running.screen();
    expect(screen).toContain("▸ /tmp/page.png");
    expect(screen).toContain("was not attached: it is no image");
    await running.type(` ${paste("/tmp/none.png")}\r`);
    expect(sent(running)).toEqual(["/tmp/page.png /tmp/none.png"]);
    await running.stop();
  });

  test("TUI-13 (part): ctrl+v takes the image of the clipboard, or says that there is none", async () => {
    let holds: ClipboardImage = { type: "none", why: "There is no image in the clipboard." };
    const running = await face({ ports: { readImage: () => Promise.resolve(holds) } });
    await running.type(CTRL_V);
    expect(await running.screen()).toContain("There is no image in the clipboard.");
    await running.type("\r");
    expect(sent(running)).toEqual([]);
    holds = { type: "image", data: "AAAA" };
    await running.type(`${CTRL_V} what is it?\r`);
    expect(running.host.called("images.attach")).toEqual([
      { sessionKey: "s1", data: "AAAA", name: "clipboard" },
    ]);
    holds = { type: "named", text: "file:///tmp/a.png\r\n" };
    await running.type("/image\r");
    await running.type("and this?\r");
    expect(sent(running)).toEqual([
      [{ type: "text", text: "[image 1: clipboard] what is it?" }, ...blocks("clipboard")],
      [{ type: "text", text: "[image 1: clipboard]and this?" }, ...blocks("a.png")],
    ]);
    await running.stop();
  });

  test("CMD-8 (part): messages stay in order although one waits for its image", async () => {
    const holds = Promise.withResolvers<ClipboardImage>();
    const running = await face({ ports: { readImage: () => holds.promise } });
    await running.type(`${CTRL_V}first\r`);
    await running.type("second\r");
    expect(sent(running)).toEqual([]);
    holds.resolve({ type: "image", data: "AAAA" });
    await running.timers.pass(50);
    expect(sent(running)).toEqual([
      [{ type: "text", text: "[image 1: clipboard]first" }, ...blocks("clipboard")],
      "second",
    ]);
    await running.stop();
  });

  test("CMD-8 (part): a message that fails, and one that is taken back, keep their images", async () => {
    const running = await face();
    const { host } = running;
    let fails = true;
    host.on("chat.send", () => {
      if (!fails) return { runId: "r1" };
      throw new HostError({ code: "storage", message: "The disk is full.", retryable: true });
    });
    await running.type(`${paste("/tmp/a.png")} why?\r`);
    expect(await running.screen()).toContain("▸ [image 1: a.png] why?");
    fails = false;
    await running.type("\r");
    const whole = [{ type: "text", text: "[image 1: a.png] why?" }, ...blocks("a.png")] as const;
    expect(sent(running)).toEqual([whole, whole]);
    host.emit(...turnStarted("go"));
    const message = { role: "user", content: whole } as const;
    const item = { queueId: "q1", delivery: "follow_up", message, at: 0 } as const;
    host.emit({ type: "queue.changed", items: [item] });
    await running.timers.pass(200);
    expect(await running.screen()).toContain("⏸ [image 1: a.png] why?");
    host.on("queue.remove", () => ({ ok: true }));
    await running.type(ALT_BACKSPACE);
    expect(await running.screen()).toContain("▸ [image 1: a.png] why?");
    await running.type(ALT_ENTER);
    expect(sent(running)).toEqual([whole, whole, whole]);
    await running.stop();
  });

  test("CMD-8 (part): a message that comes back from the past has its images", async () => {
    const running = await face();
    running.host.on("command.run", () => ({
      text: "",
      compose: "see [image 1: a.png]",
      composeImages: blocks("a.png"),
    }));
    await running.type("/compact\r");
    expect(await running.screen()).toContain("▸ see [image 1: a.png]");
    await running.type(" again\r");
    expect(sent(running)).toEqual([
      [{ type: "text", text: "see [image 1: a.png] again" }, ...blocks("a.png")],
    ]);
    await running.stop();
  });

  test("CMD-8 (part): the transcript shows a line for each image", async () => {
    const running = await face();
    const content = [{ type: "text", text: "see it" } as const, ...blocks("\u001b[31mshot.png")];
    const message = { role: "user", content } as const;
    running.host.emit({ type: "message.added", entryId: "u1", message, status: "complete" });
    await running.timers.pass(200);
    expect(await running.screen()).toMatch(/▸ see it\n {2}.*shot\.png · PNG · 800×600 · 82 KB/);
    await running.stop();
  });
});
