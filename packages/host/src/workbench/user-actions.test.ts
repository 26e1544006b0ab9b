import { expect, test } from "bun:test";
import { call, say, startScriptedServer, tempWorkspace } from "@squire/testkit";
import { readBack, rerun, talk, type RigInput } from "../session/testing/live-rig.ts";

const SETTINGS = '[shell]\nintercept = false\n[sandbox]\nbash = "off"\n';
const run = (command: string) => call("bash", { command });
const options = (isPrivate: boolean) => {
  return { private: isPrivate, signal: new AbortController().signal };
};

test("SH-15: what the user runs is an entry that the model sees, or does not, and an extension may answer for the shell", async () => {
  const key = `ghp_${"A1b2C3d4E5".repeat(4).slice(0, 36)}`;
  await using server = await startScriptedServer([say("hello"), say("I see."), say("bye")]);
  await using home = await tempWorkspace({ "work/a.txt": "FIRST\n", "work/key.txt": `${key}\n` });
  const rig: RigInput = { server, home, settings: SETTINGS };
  const { id } = await talk(rig, ["hi", "and?", "bye"], {
    yes: false,
    mode: "plan",
    userBash: (command) =>
      Promise.resolve(command === "weather" ? { output: "SUNNY", exitCode: 0 } : null),
    after: async (live, prompt) => {
      if (prompt !== 0) return;
      // Neither gate nor mode is asked: it is the user who acts.
      const shown = await live.runUserShell(
        "cat a.txt key.txt; touch by-user; exit 3",
        options(false),
      );
      expect(shown).toMatchObject({ type: "user_bash", exitCode: 3, private: false });
      expect(await live.runUserShell("echo SECOND", options(true))).toMatchObject({
        output: "SECOND",
        private: true,
      });
      await live.runUserShell("weather", options(false));
    },
  });
  const told = JSON.stringify(server.requests[1]?.json);
  expect(told).toContain("FIRST");
  expect(told).toContain("SUNNY");
  expect(told).not.toContain("SECOND");
  expect(await home.list()).toContain("work/by-user");
  const { tree } = await readBack(rig, id);
  const kept = tree.branch().filter(({ type }) => type === "user_bash");
  expect(kept).toHaveLength(3);
  expect(JSON.stringify(kept)).not.toContain(key);
  expect(told).not.toContain(key);
  expect(await rerun(rig, id)).toMatchObject({ identical: true });
});

test("SH-3: commands of a project run unasked once they were added, in this session and in later ones", async () => {
  const steps = [run("mkdir   -p   made/now"), say("ok")];
  await using server = await startScriptedServer([
    ...steps,
    run("mkdir made && touch made/x"),
    say("asks"),
    ...steps,
    run("ls; git status --short; mkdir -p twice"),
    say("ok"),
  ]);
  await using home = await tempWorkspace({ "work/.git/HEAD": "ref: refs/heads/main\n" });
  const rig: RigInput = { server, home, settings: SETTINGS };
  const needed: boolean[] = [];
  const first = await talk(rig, ["one", "two", "three"], {
    yes: false,
    after: async (live, prompt) => {
      if (prompt === 0) {
        needed.push((await home.list()).some((path) => path.includes("made")));
        await live.allowCommand("  mkdir   -p ");
      }
      if (prompt === 1) needed.push((await home.list()).some((path) => path.includes("made")));
    },
  });
  // Before it was added it asked; then it runs, whatever the blanks; another subcommand asks.
  expect(needed).toEqual([false, false]);
  const text = await home.read("home/config.toml");
  expect(text).toContain(`[projects."${home.path("work")}"]\nshell_allowed = ["mkdir   -p"]`);
  const results = first.events.flatMap((event) =>
    event.type === "tool.finished" ? [event.details.ending] : [],
  );
  expect(results).toEqual(["denied", "denied", "ran"]);
  const kept = /\n\[projects[\s\S]*$/.exec(text)?.[0] ?? "";
  const later = await talk({ ...rig, settings: `${SETTINGS}${kept}\n` }, ["four"], { yes: false });
  const ran = later.events.find(({ type }) => type === "tool.finished");
  expect(ran).toMatchObject({ details: { ending: "ran", exitCode: 0 } });
});

test("SH-3 (part): a checkout cannot add to the list", async () => {
  await using server = await startScriptedServer([run("mkdir made"), say("no")]);
  await using home = await tempWorkspace({ "work/x": "" });
  await home.write(
    "work/squire.toml",
    `[projects."${home.path("work")}"]\nshell_allowed = ["mkdir"]\ntrust = "yolo"\n`,
  );
  const { events } = await talk({ server, home, settings: SETTINGS }, ["go"], { yes: false });
  const ran = events.find(({ type }) => type === "tool.finished");
  expect(ran).toMatchObject({ details: { ending: "denied" } });
});
