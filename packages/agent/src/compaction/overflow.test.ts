import { describe, expect, test } from "bun:test";
import type { ModelInfo } from "@squire/llm";
import { afterOverflow, compactionFailed, promotionTarget } from "./overflow.ts";

const STATE = {
  promoted: false,
  compacted: false,
  target: "mock/large",
  promotionEnabled: true,
  compactionEnabled: true,
  reason: "prompt is too long",
};

describe("CMP-3", () => {
  test("CMP-15: a larger window comes first, then a compaction, then the end", () => {
    expect(afterOverflow(STATE)).toEqual({ type: "promote", model: "mock/large" });
    expect(afterOverflow({ ...STATE, promoted: true })).toEqual({
      type: "compact",
      reason: "overflow",
      willRetry: true,
    });
    expect(afterOverflow({ ...STATE, promoted: true, compacted: true })).toEqual({
      type: "fail",
      message:
        "Context overflow recovery failed: it is still too long after a compaction (prompt is too long)",
    });
  });

  test("CMP-3: without a target, or with promotion off, it compacts at once", () => {
    expect(afterOverflow({ ...STATE, target: null }).type).toBe("compact");
    expect(afterOverflow({ ...STATE, promotionEnabled: false }).type).toBe("compact");
  });

  test("CMP-14: with everything off it fails with the vendor's words", () => {
    const off = { ...STATE, promotionEnabled: false, compactionEnabled: false };
    expect(afterOverflow(off)).toEqual({
      type: "fail",
      message: "Context overflow recovery failed: prompt is too long",
    });
    expect(compactionFailed("no model")).toBe("Auto-compaction failed: no model");
  });
});

describe("CMP-15", () => {
  const model = (id: string, contextWindow: number, more: Partial<ModelInfo> = {}): ModelInfo => ({
    provider: "mock",
    id,
    name: id,
    api: "openai-completions",
    baseUrl: "http://127.0.0.1",
    auth: "none",
    keyless: true,
    reasoning: false,
    input: ["text"],
    contextWindow,
    headers: {},
    compat: {},
    source: "config",
    ...more,
  });
  const small = model("small", 32_000);
  const models = [
    small,
    model("huge", 1_000_000),
    model("large", 200_000),
    model("other-api", 100_000, { api: "anthropic-messages" }),
    model("elsewhere", 64_000, { provider: "other" }),
  ];
  const idOf = (from: ModelInfo, usable: (found: ModelInfo) => boolean = () => true) =>
    promotionTarget(from, models, usable)?.id;

  test("CMP-15: the smallest larger window of the same provider and wire", () => {
    expect(idOf(small)).toBe("large");
    expect(idOf(model("huge", 1_000_000))).toBeUndefined();
  });

  test("CMP-15: a named target goes before, by id or with its provider", () => {
    expect(idOf({ ...small, promotionTarget: "huge" })).toBe("huge");
    expect(idOf({ ...small, promotionTarget: "other/elsewhere" })).toBe("elsewhere");
    expect(idOf({ ...small, promotionTarget: "elsewhere" })).toBe("large");
  });

  test("CMP-15: one without credentials, or no larger, is passed over", () => {
    expect(idOf(small, ({ id }) => id !== "large")).toBe("huge");
    const named = { ...small, promotionTarget: "huge" };
    expect(idOf(named, ({ id }) => id !== "huge")).toBe("large");
    expect(idOf({ ...model("large", 200_000), promotionTarget: "small" })).toBe("huge");
  });
});
