import type { Effect } from "@squire/protocol";
import { z } from "zod";
import { defineTool } from "../../tool/define-tool.ts";
import { ToolError, ToolStop } from "../../tool/tool-error.ts";
import type { Tool, ToolContext } from "../../tool/tool.ts";

export type TestTools = {
  readonly all: readonly Tool[];
  /** What has really happened, in order. */
  readonly acts: string[];
  /** Lets a waiting call with this key go on. */
  release(key: string): void;
  /** Resolves when a waiting call with this key runs. */
  started(key: string): Promise<void>;
};

type Run = (key: string, context: ToolContext) => string | Promise<string>;

/** Small tools of every kind: reading, writing, failing, waiting, deaf, stopping. */
export function testTools(): TestTools {
  const acts: string[] = [];
  const gates = doors();
  const starts = doors();
  const note = (text: string): string => {
    acts.push(text);
    return text;
  };
  const wait: Run = async (key, { signal }) => {
    note(`start ${key}`);
    starts(key).resolve();
    await Promise.race([gates(key).promise, aborted(signal)]);
    if (signal.aborted) throw new ToolError(`stopped ${key}`);
    note(`end ${key}`);
    return `waited ${key}`;
  };
  const all = [
    keyed("look", "read", (key) => note(`look ${key}`).replace("look", "saw")),
    keyed("put", "write", (key) => note(`put ${key}`)),
    keyed("wait", "read", wait),
    keyed("slow_put", "write", wait),
    plain("boom", "read", () => {
      throw new Error("it broke");
    }),
    plain("deaf", "execute", () => new Promise<string>(() => {})),
    plain("stop", "ask", () => {
      throw new ToolStop("A question is open.", { kind: "choice" });
    }),
  ];
  return {
    all,
    acts,
    release: (key) => gates(key).resolve(),
    started: (key) => starts(key).promise,
  };
}

function keyed(name: string, effect: Effect, run: Run): Tool {
  return defineTool({
    name,
    description: `Does ${name}.`,
    effect,
    input: z.object({ key: z.string() }),
    subject: ({ key }) => key,
    run: ({ key }, context) => run(key, context),
    toModel: (text) => text,
    summary: ({ key }) => `${name} ${key}`,
  });
}

function plain(name: string, effect: Effect, run: () => string | Promise<string>): Tool {
  return defineTool({
    name,
    description: `Does ${name}.`,
    effect,
    input: z.object({}),
    run,
    toModel: (text) => text,
    summary: () => name,
  });
}

function doors(): (key: string) => PromiseWithResolvers<void> {
  const known = new Map<string, PromiseWithResolvers<void>>();
  return (key) => {
    const door = known.get(key) ?? Promise.withResolvers<void>();
    known.set(key, door);
    return door;
  };
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
