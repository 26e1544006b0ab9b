import type { IncomingMessage } from "node:http";
import { pipeline, type Duplex, type Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from "node:zlib";
import { NetworkError, networkErrorOf } from "./network-error.ts";

export type BodyLimits = {
  /** After unpacking: a small archive can hold very much. */
  readonly maxBytes: number;
  /** Called for every piece that there is. */
  readonly alive: () => void;
};

/** The whole body, unpacked; rejects as soon as it is larger than allowed. */
export async function readBody(
  message: IncomingMessage,
  host: string,
  { maxBytes, alive }: BodyLimits,
): Promise<Uint8Array> {
  const announced = Number(message.headers["content-length"] ?? 0);
  if (announced > maxBytes) throw tooLarge(message, host, maxBytes);
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of await unpacked(message, host)) {
      const bytes: Uint8Array = chunk;
      alive();
      length += bytes.length;
      if (length > maxBytes) throw tooLarge(message, host, maxBytes);
      chunks.push(bytes);
    }
  } catch (error) {
    throw bodyError(error, host);
  } finally {
    message.destroy();
  }
  return Buffer.concat(chunks, length);
}

function tooLarge(message: IncomingMessage, host: string, maxBytes: number): NetworkError {
  message.destroy();
  const limit = `${Math.floor(maxBytes / 1_000_000)} MB`;
  return new NetworkError("too_large", `${host} sent more than ${limit}; nothing of it was kept.`);
}

function bodyError(error: unknown, host: string): NetworkError {
  const isZlib =
    error instanceof Error &&
    "code" in error &&
    /^(Z_|ERR_(BROTLI|_ERROR|ZLIB))/.test(String(error.code));
  if (!isZlib) return networkErrorOf(error, host);
  const message = `${host} sent a body that cannot be unpacked.`;
  return new NetworkError("bad_response", message, { cause: error });
}

async function unpacked(message: IncomingMessage, host: string): Promise<Readable> {
  const encoding = (message.headers["content-encoding"] ?? "identity").trim().toLowerCase();
  if (encoding === "identity" || encoding === "") return message;
  const unpacker = await unpackerFor(encoding, message);
  if (unpacker === null) {
    const shown = JSON.stringify(encoding.slice(0, 40));
    throw new NetworkError("bad_response", `${host} packed the body in an unknown way: ${shown}.`);
  }
  // Errors reach whoever reads the last stream.
  return pipeline(message, unpacker, () => undefined);
}

async function unpackerFor(encoding: string, message: IncomingMessage): Promise<Duplex | null> {
  switch (encoding) {
    case "gzip":
    case "x-gzip":
      return createGunzip();
    case "br":
      return createBrotliDecompress();
    case "deflate":
      return (await startsLikeZlib(message)) ? createInflate() : createInflateRaw();
    default:
      return null;
  }
}

/** Half of the servers that say `deflate` leave the zlib header away. */
async function startsLikeZlib(message: IncomingMessage): Promise<boolean> {
  const first: Uint8Array | null = await new Promise((resolve) => {
    message.once("readable", () => resolve(message.read(1)));
    message.once("error", () => resolve(null));
  });
  if (first === null) return true;
  message.unshift(first);
  return ((first[0] ?? 0) & 0x0f) === 8;
}
