import { expect, test } from "bun:test";
import { nearest } from "./suggest.ts";

const known = ["default_model", "language", "fallback", "enabled_models", "base_url", "max_steps"];

test("CFG-2: the nearest known word is found", () => {
  const cases = {
    defaultModel: "default_model",
    "default-model": "default_model",
    defualt_model: "default_model",
    langauge: "language",
    falback: "fallback",
    baseurl: "base_url",
    max_step: "max_steps",
  };
  for (const [typed, meant] of Object.entries(cases)) expect(nearest(typed, known)).toBe(meant);
});

test("CFG-2: a word that is near to nothing gets no suggestion", () => {
  for (const typed of ["", "x", "colour", "a".repeat(10_000)])
    expect(nearest(typed, known)).toBeNull();
});
