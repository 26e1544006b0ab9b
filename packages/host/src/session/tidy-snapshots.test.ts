import { expect, test } from "bun:test";
import { nodeTreeDisk, openSnapshots } from "@squire/session";
import { call, say } from "@squire/testkit";
import { rewindPoints } from "./rewind/points.ts";
import { snapshotsPath } from "./snapshot-store.ts";
import { stage } from "./testing/stage.ts";
import { tidySnapshots } from "./tidy-snapshots.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

test("SES-22: snapshots past their time go, once a day, but not those of an open session", async () => {
  await using scene = await stage({ "a.txt": "one\n" });
  const home = scene.home.root;
  const tidy = (days: number) => {
    const clock = { now: () => Date.now() + days * DAY_MS };
    const ports = { disk: nodeTreeDisk(), clock, ids: () => crypto.randomUUID() };
    return tidySnapshots(home, openSnapshots({ ports, home: snapshotsPath(home) }));
  };
  expect(await tidy(0)).toBeNull();
  await scene.turn("go", call("bash", { command: "echo 2 > a.txt" }), say("Done."));
  expect(await tidy(0)).toMatchObject({ records: 0 });
  expect(await tidy(0)).toBeNull();
  expect(await tidy(29)).toMatchObject({ records: 0 });
  await scene.open(async () => expect(await tidy(31)).toMatchObject({ records: 0 }));
  expect((await scene.open(rewindPoints)).turns).toMatchObject([{ files: "kept" }]);
  expect(await tidy(31)).toMatchObject({ records: 1 });
  expect((await scene.open(rewindPoints)).turns).toMatchObject([{ files: "gone" }]);
});
