import { expect, test } from "bun:test";
import { detectTruncation } from "./truncation.ts";

test.each([
  // The server read a fraction of what we sent.
  [{ estimatedInput: 30_000, reportedInput: 4096, window: 131_072 }, true],
  [{ estimatedInput: 30_000, reportedInput: 4096, window: 4096 }, true],
  // Within what an estimate can be wrong by.
  [{ estimatedInput: 30_000, reportedInput: 21_000, window: 0 }, false],
  [{ estimatedInput: 30_000, reportedInput: 45_000, window: 0 }, false],
  // Too short to tell, or not told.
  [{ estimatedInput: 900, reportedInput: 100, window: 0 }, false],
  [{ estimatedInput: 30_000, reportedInput: null, window: 4096 }, false],
])("MODL-6: %j is cut: %p", (input, cut) => {
  expect(detectTruncation(input) !== null).toBe(cut);
});

test("MODL-6: the warning says what happened and what to do", () => {
  expect(detectTruncation({ estimatedInput: 30_000.4, reportedInput: 4096, window: 8192 })).toBe(
    "The server read only 4096 of about 30000 prompt tokens: it cut the conversation without saying so. Its window is 8192 tokens. " +
      "Give the model a larger context (for Ollama: OLLAMA_CONTEXT_LENGTH or num_ctx), or compact the conversation.",
  );
});
