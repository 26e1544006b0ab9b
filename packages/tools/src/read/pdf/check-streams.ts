import { promisify } from "node:util";
import { constants, inflate } from "node:zlib";
import { ToolError } from "@squire/agent";

/** What one stream may become, and all of them together. */
const MOST_STREAM_BYTES = 64 * 1024 * 1024;
const MOST_BYTES = 512 * 1024 * 1024;
/** A stream may be packed more than once. */
const MOST_LAYERS = 4;
const unpacked = promisify(inflate);

/**
 * Fails for a file whose streams unpack to more than any page needs: the reader of PDF files would
 * unpack them whole, in our own memory (S41). Looks at the bytes and not at what the file says of
 * them. Streams that are encrypted or packed in an older way cannot be seen through.
 */
export async function checkStreams(bytes: Uint8Array, signal: AbortSignal): Promise<void> {
  let total = 0;
  for (const stream of streamsOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))) {
    signal.throwIfAborted();
    total += await unpackedBytes(stream);
    if (total > MOST_BYTES) throw tooMuch();
  }
}

function* streamsOf(bytes: Buffer): Iterable<Uint8Array> {
  for (let at = bytes.indexOf("stream"); at !== -1; at = bytes.indexOf("stream", at)) {
    at += "stream".length;
    while (bytes[at] === 0x0d || bytes[at] === 0x0a) at++;
    if (!isPacked(bytes.subarray(at))) continue;
    const end = bytes.indexOf("endstream", at);
    yield bytes.subarray(at, end === -1 ? bytes.length : end);
    if (end === -1) return;
    at = end;
  }
}

/** The two bytes that all data of this kind begins with. */
function isPacked(bytes: Uint8Array): boolean {
  const [first = 0, second = 0] = bytes;
  return (first & 0x0f) === 8 && ((first << 8) | second) % 31 === 0;
}

async function unpackedBytes(stream: Uint8Array): Promise<number> {
  let [content, total] = [stream, 0];
  for (let layer = 0; layer < MOST_LAYERS && isPacked(content); layer++) {
    try {
      content = await unpacked(content, {
        maxOutputLength: MOST_STREAM_BYTES,
        // What is cut off or has something behind it counts as far as it goes.
        finishFlush: constants.Z_SYNC_FLUSH,
      });
    } catch (error) {
      const code = error instanceof Error && "code" in error ? error.code : "";
      if (code === "ERR_BUFFER_TOO_LARGE") throw tooMuch();
      return total;
    }
    total += content.length;
  }
  return total;
}

function tooMuch(): ToolError {
  return new ToolError("The PDF unpacks to far more than its pages can hold; it is not read.");
}
