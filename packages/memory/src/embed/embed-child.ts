import { openScript } from "@squire/platform";
import type { ScriptChild } from "@squire/platform";
import { EMBED_SCRIPT } from "./embed-script.ts";
import { EmbedError } from "./embedder.ts";
import type { ModelFiles } from "./model-files.ts";

/**
 * How much of a text the model reads, in word pieces. It could read 256: that takes twice as long and finds hardly more
 * (docs/memory.md).
 */
export const MAX_TOKENS = 128;

/** One child with the model loaded; one request at a time. */
export type EmbedChild = {
  embed(texts: readonly string[]): Promise<readonly Float32Array[]>;
  readonly isGone: boolean;
  end(): void;
};

type Waiting = PromiseWithResolvers<readonly Float32Array[]>;

export function openEmbedChild(files: ModelFiles): EmbedChild {
  let waiting: Waiting | null = null;
  let gone: string | null = null;
  let asked = 0;
  const settle = (act: (waiting: Waiting) => void): void => {
    const one = waiting;
    waiting = null;
    child.hold(false);
    if (one !== null) act(one);
  };
  const { engine, wasm, weights, tokenizer, config } = files;
  const args = [engine, wasm, weights, tokenizer, config, String(MAX_TOKENS)];
  const child: ScriptChild = openScript(EMBED_SCRIPT, args, {
    onLine: (line) =>
      settle((one) => {
        const answer = readAnswer(line);
        if (typeof answer === "string") one.reject(new EmbedError(answer));
        else one.resolve(answer);
      }),
    onEnd: (why) => {
      gone = `The local embedding model stopped: ${why}`;
      settle((one) => one.reject(new EmbedError(gone ?? why)));
    },
  });
  child.hold(false);
  return {
    get isGone() {
      return gone !== null;
    },
    embed(texts) {
      if (gone !== null) return Promise.reject(new EmbedError(gone));
      if (waiting !== null) throw new Error("The child is at work: wait for its answer.");
      waiting = Promise.withResolvers();
      child.hold(true);
      child.send(JSON.stringify({ id: ++asked, texts }));
      return waiting.promise;
    },
    end: () => child.end(),
  };
}

/** The vectors of an answer, or what went wrong. */
function readAnswer(line: string): readonly Float32Array[] | string {
  const answer = JSON.parse(line) as {
    readonly vectors?: readonly string[];
    readonly problem?: string;
  };
  return (
    answer.vectors?.map(floatsOf) ?? answer.problem ?? "The local embedding model gave no answer."
  );
}

/** Copied: the bytes of a string need not lie where floats may. */
function floatsOf(base64: string): Float32Array {
  const bytes = Buffer.from(base64, "base64");
  return new Float32Array(Uint8Array.from(bytes).buffer);
}
