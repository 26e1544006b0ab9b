import { expect, test } from "bun:test";
import { checkKeyShape } from "./check-key-shape.ts";

const LONG = "abcdefghijklmnopqrstuvwxyz0123456789";

test("MODL-15: plausible keys raise no doubt", () => {
  const good = {
    openai: `sk-proj-${LONG}`,
    anthropic: `sk-ant-api03-${LONG}`,
    google: `AIza${LONG}`,
    deepseek: `sk-${LONG}`,
    "my-server": LONG,
  };
  for (const [provider, key] of Object.entries(good))
    expect(checkKeyShape(provider, key)).toEqual([]);
  expect(checkKeyShape("openai", ` sk-${LONG}\n`)).toEqual([]);
});

test("MODL-15: what cannot be a key is an error", () => {
  const bad = [
    "",
    "  \n",
    "undefined",
    "null",
    "your-api-key",
    "YOUR_API_KEY_HERE",
    "sk-your-key",
    "<api key>",
    "${OPENAI_API_KEY}",
    "$KEY",
    "xxxxxxxx",
    "sk-xxxx",
    "changeme",
    "[object Object]",
    `"sk-${LONG}"`,
    `'${LONG}'`,
    `sk-${LONG} sk-${LONG}`,
    `sk-${LONG}\nsk`,
    `sk-${LONG}é`,
    `sk-${LONG}\u0000`,
    `Bearer ${LONG}`,
  ];
  for (const key of bad) {
    const doubts = checkKeyShape("openai", key);
    expect([key, doubts.some(({ severity }) => severity === "error")]).toEqual([key, true]);
    if (key.includes(LONG)) expect(JSON.stringify(doubts)).not.toContain(LONG);
  }
});

test("MODL-15: a key that looks like another vendor's is a warning", () => {
  expect(checkKeyShape("openai", `sk-ant-${LONG}`)).toEqual([
    { severity: "warning", message: "This looks like a key for anthropic, not for openai." },
  ]);
  expect(checkKeyShape("anthropic", LONG)).toEqual([
    { severity: "warning", message: "Keys for anthropic usually start with sk-ant-." },
  ]);
  expect(checkKeyShape("deepseek", `gsk_${LONG}`)).toHaveLength(1);
  expect(checkKeyShape("my-server", "abc")).toEqual([
    { severity: "warning", message: "This is unusually short for a key." },
  ]);
});
