import type { Clock } from "../ports.ts";

export type BodyReader = ReadableStreamDefaultReader<Uint8Array>;

export type Limits = { readonly maxBytes: number; readonly ms: number };

/** Enough for any error document; a page may be endless or never end. */
export const ERROR_BODY: Limits = { maxBytes: 64 * 1024, ms: 5000 };

/**
 * A body as text, up to a size and a time; what has arrived by then is the result. A body that
 * breaks or is aborted counts as ended. `head` was read before. The body is released in any case.
 */
export async function readText(
  reader: BodyReader,
  ports: { readonly clock: Pick<Clock, "timer">; readonly signal: AbortSignal },
  limits: Limits,
  head: readonly Uint8Array[] = [],
): Promise<string> {
  const chunks = [...head];
  let size = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  const leave = (): void => release(reader);
  const timer = ports.clock.timer(limits.ms, leave);
  ports.signal.addEventListener("abort", leave, { once: true });
  try {
    while (size < limits.maxBytes && !ports.signal.aborted) {
      const { done, value } = await reader.read();
      if (done) break;
      chunks.push(value);
      size += value.length;
    }
  } catch {
    // What came before the break is all there is to tell.
  } finally {
    timer.cancel();
    ports.signal.removeEventListener("abort", leave);
    release(reader);
  }
  return new TextDecoder().decode(Buffer.concat(chunks).subarray(0, limits.maxBytes));
}

/** Ends a body without waiting for it. One that is broken already is ended, too. */
export function release(reader: BodyReader): void {
  reader.cancel().catch(() => undefined);
}
