import { expect, test } from "bun:test";
import type { Trust } from "@squire/protocol";
import { call, say, startScriptedServer, tempWorkspace } from "@squire/testkit";
import { lastEntries } from "../safety/read-record.ts";
import { talk, type Opening, type RigInput } from "./testing/live-rig.ts";

const TOUCH = call("bash", { command: "touch made.txt" });
const SETTINGS = '[shell]\nintercept = false\n[sandbox]\nbash = "off"\n';

/** The rig writes the settings file anew; what the dial left there is put back behind it. */
async function keepingSettings(rig: RigInput, work: (rig: RigInput) => Promise<void>) {
  const text = await rig.home.read("home/config.toml");
  const kept = /\n\[projects[\s\S]*$/.exec(text)?.[0] ?? "";
  await work({ ...rig, settings: `${rig.settings ?? ""}${kept}\n` });
}

function confirming(answer: boolean) {
  let asked = 0;
  const confirmYolo = (): Promise<boolean> => {
    asked++;
    return Promise.resolve(answer);
  };
  return { confirmYolo, asked: () => asked };
}

const dial =
  (...settings: readonly Trust[]): NonNullable<Opening["after"]> =>
  async (live) => {
    for (const trust of settings) await live.setTrust(trust);
  };

test("PERM-9: the dial holds at once, is kept for the project, and yolo is confirmed once per session", async () => {
  await using server = await startScriptedServer([
    say("hello"),
    TOUCH,
    say("done"),
    ...Array.from({ length: 3 }, () => say("ok")),
  ]);
  await using home = await tempWorkspace({ "work/.git/HEAD": "" });
  const rig: RigInput = { server, home, settings: SETTINGS };
  const yes = confirming(true);
  const first = await talk(rig, ["hi", "make it"], {
    yes: false,
    confirmYolo: yes.confirmYolo,
    after: async (live, prompt) => {
      // There and back again: one confirmation.
      if (prompt === 0) await dial("yolo", "auto", "yolo")(live, prompt);
    },
  });
  expect(yes.asked()).toBe(1);
  expect(await home.list()).toContain("work/made.txt");
  const changes = first.events.flatMap((event) =>
    event.type === "trust.changed" ? [event.trust] : [],
  );
  expect(changes).toEqual(["yolo", "auto", "yolo"]);
  const record = await lastEntries(home.path("home"), 50);
  expect(record.filter(({ kind }) => kind === "permission")).toHaveLength(3);
  expect(await home.read("home/config.toml")).toContain(
    `[projects."${home.path("work")}"]\ntrust = "yolo"`,
  );
  await keepingSettings(rig, async (later) => {
    // The same session goes on: it was confirmed in it.
    const on = confirming(false);
    await talk(later, ["go on"], {
      id: first.id,
      confirmYolo: on.confirmYolo,
      after: (live) => Promise.resolve(expect(live.trust).toBe("yolo")),
    });
    expect(on.asked()).toBe(0);
    // Another session in the project asks again, and a no is a no.
    const other = confirming(false);
    await talk(later, ["new"], {
      confirmYolo: other.confirmYolo,
      after: (live) => Promise.resolve(expect(live.trust).toBe("review")),
    });
    expect(other.asked()).toBe(1);
    const again = confirming(true);
    await talk(later, ["new"], {
      confirmYolo: again.confirmYolo,
      after: (live) => Promise.resolve(expect(live.trust).toBe("yolo")),
    });
    expect(again.asked()).toBe(1);
  });
});

test("PERM-9 (part): with nobody to ask only the flag is a yes; what was left behind is not", async () => {
  await using server = await startScriptedServer([say("one"), say("two"), say("three")]);
  await using home = await tempWorkspace({ "work/.git/HEAD": "" });
  const kept = `[projects."${home.path("work")}"]\ntrust = "yolo"\n`;
  const rig: RigInput = { server, home, settings: kept };
  const seen: Trust[] = [];
  const note = (live: { readonly trust: Trust }) => Promise.resolve(seen.push(live.trust));
  const { events } = await talk(rig, ["hi"], { after: note });
  expect(events[0]).toMatchObject({ type: "warning.raised", code: "trust.yolo" });
  await talk(rig, ["hi"], { after: note, trust: "yolo" });
  await talk({ ...rig, settings: kept.replace("yolo", "auto") }, ["hi"], { after: note });
  expect(seen).toEqual(["review", "yolo", "auto"]);
});

test("PERM-9 (part): declined, the dial stays where it is and nothing is written", async () => {
  await using server = await startScriptedServer([say("hello")]);
  await using home = await tempWorkspace({ "work/.git/HEAD": "" });
  const rig: RigInput = { server, home };
  const { events } = await talk(rig, ["hi"], {
    confirmYolo: confirming(false).confirmYolo,
    after: async (live) => expect(await live.setTrust("yolo")).toBe("review"),
  });
  expect(events.some(({ type }) => type === "trust.changed")).toBe(false);
  expect(await home.read("home/config.toml")).not.toContain("yolo");
});

test("PERM-9 (part): yolo skips questions, but not deny rules, not the floor, not the sandbox", async () => {
  const run = (command: string) => call("bash", { command });
  await using server = await startScriptedServer([
    TOUCH,
    run("rm made.txt"),
    call("write", { path: "../out.txt", content: "x" }),
    say("done"),
  ]);
  await using home = await tempWorkspace({ "work/x": "" });
  const rig: RigInput = { server, home, settings: SETTINGS };
  await talk(rig, ["go"], { yes: false, trust: "yolo", rules: { deny: ["bash(rm *)"] } });
  const last = JSON.stringify(server.requests.at(-1)?.json);
  expect(last).toContain("Blocked: The rule bash(rm *) forbids it.");
  expect(last).toContain("lies outside of the workspace");
  expect(await home.list()).toContain("work/made.txt");
});
