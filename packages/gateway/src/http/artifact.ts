import type { HostConnection, MethodResult } from "@squire/protocol";
import { reply } from "./reply.ts";

/** What a browser may show; anything else, pages above all, comes as plain text. */
const SHOWN: ReadonlySet<string> = new Set([
  "image/png",
  "image/jpeg",
  "image/gif",
  "image/webp",
  "application/pdf",
]);

const PART = 128 * 1024;

/** A stored output as it is, part by part. */
export async function artifactReply(
  connection: HostConnection,
  wanted: { readonly sessionKey: string; readonly artifactId: string },
): Promise<Response> {
  const first = await connection.call("artifacts.get", { ...wanted, limit: PART });
  const type = first.contentType.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  const isShown = SHOWN.has(type);
  return reply(200, bytesOf(connection, wanted, first), {
    "content-type": isShown ? type : "text/plain; charset=utf-8",
    // As text it may come out longer: bytes that are none become a mark.
    ...(first.encoding === "utf8" ? {} : { "content-length": String(first.size) }),
    // The name is ours: nothing of what a model wrote stands in a header.
    "content-disposition": `${isShown ? "inline" : "attachment"}; filename="artifact"`,
  });
}

type Part = MethodResult<"artifacts.get">;

function bytesOf(
  connection: HostConnection,
  wanted: { readonly sessionKey: string; readonly artifactId: string },
  first: Part,
): ReadableStream<Uint8Array> {
  let part: Part | null = first;
  const after = async ({ nextOffset: offset }: Part): Promise<Part | null> =>
    offset === null ? null : connection.call("artifacts.get", { ...wanted, offset, limit: PART });
  return new ReadableStream({
    async pull(controller) {
      if (part === null) return;
      controller.enqueue(Buffer.from(part.data, part.encoding));
      try {
        part = await after(part);
      } catch (error) {
        // Who reads must not take the half for the whole.
        part = null;
        controller.error(error);
        return connection.close();
      }
      if (part !== null) return;
      controller.close();
      await connection.close();
    },
    cancel: () => connection.close(),
  });
}
