import { expect, test } from "bun:test";
import type { MethodResult } from "@squire/protocol";
import { welcomeLines } from "./welcome.ts";

const SETUP: MethodResult<"setup.get"> = {
  version: "0.1.0",
  cwd: "/home/me/code/acme",
  trusted: true,
  offline: false,
  mode: "code",
  model: "deepseek/chat",
  keys: [],
  servers: [],
  sessions: 0,
  notes: [],
};

function shown(setup: MethodResult<"setup.get">): readonly string[] {
  const lines = welcomeLines(setup, { firstRun: false, width: 100, userHome: "/home/me" });
  return lines.map((line) => line.map(({ text }) => text).join(""));
}

test("a start without a key says that scout answers, how, and what to do about it", () => {
  expect(shown({ ...SETUP, model: "squire/scout", stopgap: true })).toEqual([
    " squire 0.1.0  ·  ~/code/acme  ·  trusted",
    " No model key found. Running on scout: offline, extractive, answers by quoting what it finds.",
    " Add a model with /setup",
  ]);
});

test("with a model, or with scout on purpose, nothing is said about it", () => {
  expect(shown(SETUP)).toHaveLength(1);
  expect(shown({ ...SETUP, model: "squire/scout" })).toHaveLength(1);
});
