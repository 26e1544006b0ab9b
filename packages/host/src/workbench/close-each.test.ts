import { expect, test } from "bun:test";
import { tempWorkspace } from "@squire/testkit";
import { openHost } from "../open.ts";
import { openByHand } from "./by-hand.ts";

test("a part that cannot be closed leaves no other part open, and is told", async () => {
  await using home = await tempWorkspace({ "work/a.ts": "" });
  const host = await openHost({
    env: { SQUIRE_HOME: home.path("home"), PATH: process.env["PATH"] ?? "" },
    cwd: home.path("work"),
    userHome: home.root,
    offline: true,
    warn: () => {},
  });
  const hand = await openByHand(host, { attended: false });
  const { codeIndex, sandbox, audit } = hand.workbench;
  const closed: string[] = [];
  const noting = (name: string, part: AsyncDisposable): void => {
    const close = part[Symbol.asyncDispose].bind(part);
    Object.assign(part, {
      [Symbol.asyncDispose]: () => {
        closed.push(name);
        return close();
      },
    });
  };
  Object.assign(codeIndex, {
    [Symbol.asyncDispose]: () => Promise.reject(new Error("it stays open")),
  });
  noting("sandbox", sandbox);
  noting("audit", audit);
  const ended = await Promise.resolve(hand[Symbol.asyncDispose]()).catch((error: unknown) => error);
  expect(ended).toMatchObject({ message: "it stays open" });
  expect(closed).toEqual(["sandbox", "audit"]);
});
