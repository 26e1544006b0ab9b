import { expect, test } from "bun:test";
import { memoryDisk, rejectionOf } from "@squire/testkit";
import { machine, testPorts } from "../testing/rig.ts";
import { whileRestoring } from "./restore-lock.ts";

const HOME = "/home/.squire/snapshots";

test("SES-22: one process restores at a time; a dead one stands in nobody's way", async () => {
  const disk = memoryDisk();
  const here = machine();
  const [one, two] = [1, 2].map((pid) => testPorts(disk, { processes: here.as(pid) }));
  if (one === undefined || two === undefined) throw new Error("There are two processes.");
  const seen: string[] = [];
  await whileRestoring(one, HOME, async () => {
    const refused = await rejectionOf(whileRestoring(two, HOME, async () => seen.push("two")));
    expect(refused).toMatchObject({
      code: "locked",
      message: "Process 1 is putting files back at this moment.",
    });
    here.as(0).kill(1);
    await whileRestoring(two, HOME, async () => seen.push("after its death"));
  });
  expect(seen).toEqual(["after its death"]);
});

test("SES-22: who waits is let in when the other has ended", async () => {
  const disk = memoryDisk();
  const here = machine();
  const asleep = Promise.withResolvers<void>();
  const holding: Promise<unknown> = whileRestoring(
    testPorts(disk, { processes: here.as(1) }),
    HOME,
    () => asleep.promise,
  );
  let sleeps = 0;
  const sleep = async (): Promise<void> => {
    sleeps++;
    asleep.resolve();
    await holding;
  };
  const clock = { ...testPorts(disk).clock, sleep };
  const waiting = testPorts(disk, { clock, processes: here.as(2) });
  expect(await whileRestoring(waiting, HOME, async () => "in")).toBe("in");
  expect(sleeps).toBe(1);
});
