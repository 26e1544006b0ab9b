import { describe, expect, test } from "bun:test";
import { execFileSync } from "node:child_process";
import { mkdir, open, symlink } from "node:fs/promises";
import type { MethodParams, UserContent } from "@squire/protocol";
import { userParts } from "@squire/protocol/values";
import { say } from "@squire/testkit";
import { crc32 } from "node:zlib";
import { apiRig, failureOf, reader } from "./testing/api-rig.ts";
import type { ApiRig } from "./testing/api-rig.ts";

/** One dot. */
const DOT = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const DATA = DOT.toString("base64");

/** A model of each wire that sees. */
const seeing = (url: string): string =>
  Object.entries({
    anthropic: "",
    openai: "/v1",
    "openai-responses": "/v1",
    google: "/v1beta",
  })
    .map(
      ([kind, path]) =>
        `[[providers]]\nname = "see-${kind}"\nkind = "${kind}"\nbase_url = "${url}${path}"\nauth = "none"\nmodels = [{ id = "s", input = ["text", "image"] }]\ncontext_window = 100000\n`,
    )
    .join("");

async function sessionWith(rig: ApiRig, model: string): Promise<string> {
  const sessionKey = await rig.session();
  await rig.client.call("models.set", { sessionKey, model });
  return sessionKey;
}

/** Sends it, waits for the end of the turn, and gives what the model was shown. */
async function shown(rig: ApiRig, params: MethodParams<"chat.send">): Promise<string> {
  const events = reader(rig.client.events(params.sessionKey));
  await rig.client.call("chat.send", params);
  await events.next("turn.finished");
  await events.close();
  return rig.server.requests.at(-1)?.bodyText ?? "";
}

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);

/** The picture as each wire writes it. */
const ON_WIRE: Readonly<Record<string, string>> = {
  anthropic: `{"type":"base64","media_type":"image/png","data":"${DATA}"}`,
  openai: `{"url":"data:image/png;base64,${DATA}"}`,
  "openai-responses": `"image_url":"data:image/png;base64,${DATA}"`,
  google: `{"mimeType":"image/png","data":"${DATA}"}`,
};

describe("CMD-8: images go along with a message", () => {
  for (const [wire, bytes] of Object.entries(ON_WIRE)) {
    test(`CMD-8: a dragged image reaches a model of the ${wire} wire, and is there after a resume`, async () => {
      await using rig = await apiRig([say("a dot"), say("still a dot")], {}, seeing);
      await rig.home.write("Desktop/my shot.png", DOT);
      const sessionKey = await sessionWith(rig, `see-${wire}/s`);
      const path = rig.home.path("Desktop/my shot.png");
      const { content, name, note } = await rig.client.call("images.attach", { sessionKey, path });
      expect({ name, note }).toEqual({ name: "my shot.png", note: undefined });
      const words: UserContent = { type: "text", text: "see [image 1: my shot.png]" };
      const body = await shown(rig, { sessionKey, message: [words, ...content] });
      expect(body).toContain(bytes);
      expect(body).toContain(inJson('<image name="my shot.png" type="image/png" size="1×1"'));
      await rig.api.close();
      const { client } = await rig.another();
      const later = reader(client.events(sessionKey));
      const { events } = await later.next("session.restored");
      const said = events.map(({ event }) => event).find(({ type }) => type === "message.added");
      if (said?.type !== "message.added" || said.message.role !== "user") throw new Error("none");
      expect(userParts(said.message.content)).toEqual({
        words: "see [image 1: my shot.png]",
        files: [],
        images: [{ name: "my shot.png", mimeType: "image/png", size: "1×1", bytes: DOT.length }],
      });
      await client.call("chat.send", { sessionKey, message: "and now?" });
      await later.next("turn.finished");
      expect(rig.server.requests.at(-1)?.bodyText).toContain(bytes);
    });
  }

  test("CMD-8 (part), CMD-5 (part): @image.png is an image block too, whatever the file is called", async () => {
    await using rig = await apiRig([say("a dot")], { "a.png": DOT, "b.txt": DOT }, seeing);
    const sessionKey = await sessionWith(rig, "see-anthropic/s");
    const body = await shown(rig, { sessionKey, message: "compare @a.png with @b.txt." });
    expect(body.split(ON_WIRE["anthropic"] ?? "")).toHaveLength(3);
    expect(body).not.toContain("Not included");
  });

  test("CMD-8 (part): a clipboard comes as bytes; the file is kept as it came", async () => {
    await using rig = await apiRig([say("a dot")], {}, seeing);
    const sessionKey = await sessionWith(rig, "see-anthropic/s");
    const source = { sessionKey, data: DATA, name: "clipboard" };
    const { content } = await rig.client.call("images.attach", source);
    const [label] = content;
    const [, artifactId = ""] =
      /artifact:\/\/(art_[0-9a-f]+)/.exec(label?.type === "text" ? label.text : "") ?? [];
    const kept = await rig.client.call("artifacts.get", { sessionKey, artifactId });
    expect(JSON.stringify(kept)).toContain(DATA);
  });

  test("IMG-1 (part): whoever sends an image to a model that sees none is told, and so is the model", async () => {
    await using rig = await apiRig([say("I see nothing")], { "a.png": DOT });
    const { client } = rig;
    const sessionKey = await rig.session();
    const source = { sessionKey, data: DATA };
    const { content, note } = await client.call("images.attach", source);
    expect(note).toContain("mock/m takes no images");
    const events = reader(client.events(sessionKey));
    await client.call("chat.send", { sessionKey, message: [...content] });
    expect(await events.next("warning.raised")).toMatchObject({ code: "model.no_images" });
    await events.next("turn.finished");
    const body = rig.server.requests.at(-1)?.bodyText ?? "";
    expect(body).toContain("this model cannot read images (image/png)");
    expect(body).not.toContain(DATA);
  });

  test("CMD-8 (part): going back to a message brings its images back, but not those that @ brings anyway", async () => {
    await using rig = await apiRig([say("a dot")], { "a.png": DOT }, seeing);
    const { client } = rig;
    const sessionKey = await sessionWith(rig, "see-anthropic/s");
    const { content } = await client.call("images.attach", { sessionKey, data: DATA });
    const words: UserContent = { type: "text", text: "[image 1: image] or @a.png?" };
    await shown(rig, { sessionKey, message: [words, ...content] });
    const to = { type: "last", turns: 1 } as const;
    expect(await client.call("rewind.apply", { sessionKey, to, confirmed: true })).toMatchObject({
      compose: "[image 1: image] or @a.png?",
      composeImages: content,
    });
  });

  test("CMD-8 (part): images of a program get a label, broken ones become words", async () => {
    await using rig = await apiRig([say("a dot")], {}, seeing);
    const sessionKey = await sessionWith(rig, "see-anthropic/s");
    const broken = Buffer.from(DOT.subarray(0, 30)).toString("base64");
    const body = await shown(rig, {
      sessionKey,
      message: [
        { type: "image", mimeType: "image/jpeg", data: DATA },
        { type: "image", mimeType: "image/png", data: broken },
      ],
    });
    expect(body).toContain(ON_WIRE["anthropic"] ?? "");
    expect(body).toContain(inJson('<image name="image" type="image/png" size="1×1"'));
    expect(body).toContain("[image left out: ");
    expect(body).not.toContain(`"${broken}"`);
  });
});

/** A small file that claims to be huge. */
function bomb(): Buffer {
  const bytes = Buffer.from(DOT);
  bytes.writeUInt32BE(30_000, 16);
  bytes.writeUInt32BE(30_000, 20);
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29);
  return bytes;
}

describe("CMD-8: what is no image, or may not be read, is not attached", () => {
  test("S41, CMD-8 (part): hostile files are refused with a reason, quickly", async () => {
    await using rig = await apiRig([], {
      "page.png": "<html><img src=x></html>",
      "draw.png": '<svg xmlns="http://www.w3.org/2000/svg"/>',
      "half.png": DOT.subarray(0, DOT.length - 20),
      "bomb.png": bomb(),
      "empty.png": "",
    });
    const { client } = rig;
    const sessionKey = await rig.session();
    const at = (name: string): string => rig.home.path(`work/${name}`);
    await mkdir(at("folder.png"));
    execFileSync("mkfifo", [at("pipe.png")]);
    await symlink("/dev/zero", at("device.png"));
    const huge = await open(at("huge.png"), "w");
    await huge.write(DOT);
    await huge.truncate(80 * 1024 * 1024);
    await huge.close();
    for (const [name, why] of [
      ["page.png", "no PNG"],
      ["draw.png", "no PNG"],
      ["half.png", "cannot be sent: it is broken"],
      ["bomb.png", "too many pixels"],
      ["empty.png", "no PNG"],
      ["folder.png", "no plain file"],
      ["pipe.png", "no plain file"],
      ["device.png", "no plain file"],
      ["huge.png", "larger than 64 MB"],
    ] as const) {
      const failure = await failureOf(client.call("images.attach", { sessionKey, path: at(name) }));
      expect([name, failure.code]).toEqual([name, "invalid"]);
      expect(failure.message).toContain(why);
    }
    const none = { sessionKey, path: at("none.png") };
    expect((await failureOf(client.call("images.attach", none))).code).toBe("not_found");
    expect((await failureOf(client.call("images.attach", { sessionKey }))).code).toBe("invalid");
  });

  /** The same files with and without the rule: only the rule keeps them back. */
  async function reached(settings: string): Promise<readonly string[]> {
    const files = { "private/a.png": DOT, "private/b.txt": "the secret" };
    await using rig = await apiRig([say("ok")], files, settings);
    const { client } = rig;
    const sessionKey = await rig.session();
    await symlink(rig.home.path("work/private/a.png"), rig.home.path("work/link.png"));
    const reach: string[] = [];
    for (const path of [rig.home.path("work/private/a.png"), "private/a.png", "link.png"]) {
      const asked = client.call("images.attach", { sessionKey, path });
      if (await asked.then(() => true).catch(() => false)) reach.push(path.split("/").at(-1) ?? "");
    }
    const message = "look at @private/a.png, @link.png and @private/b.txt";
    const body = await shown(rig, { sessionKey, message });
    if (body.includes("cannot read images")) reach.push("@image");
    if (body.includes("the secret")) reach.push("@text");
    return reach;
  }

  test("CMD-8 (part), C28: a rule that denies reading holds for what the user points at, by any link", async () => {
    expect(await reached('[permissions]\ndeny = ["read(private/**)"]\n')).toEqual([]);
    expect(await reached("")).toEqual(["a.png", "a.png", "link.png", "@image", "@text"]);
  });
});
