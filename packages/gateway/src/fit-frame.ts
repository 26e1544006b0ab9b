import type { Push } from "@squire/protocol/wire";
import { MAX_MESSAGE_BYTES } from "@squire/protocol/wire";

/** How much of a long text stays, tried one after the other. */
const LENGTHS: readonly number[] = [256 * 1024, 32 * 1024, 4 * 1024, 256];

/** What may stand around it besides: the name of a subscription. */
const AROUND = 1024;

/**
 * A push that fits a frame. What is too large, such as a message with pictures, comes without their bytes and
 * with its longest texts cut; `POST /v1/call` gives all of it.
 */
export function fitPush(push: Push, most = MAX_MESSAGE_BYTES - AROUND): Push {
  for (const length of LENGTHS) {
    // Only texts become shorter: it is still a push of its kind.
    const cutPush = { ...push, data: cut(push.data, length) } as Push;
    if (Buffer.byteLength(JSON.stringify(cutPush)) <= most) return cutPush;
  }
  // Its number must come, or the client would ask for it again and again.
  const { seq = 1, at = 0, sessionKey: sessionId = "" } = push;
  const event = { type: "status.changed", text: "Something is too large to be shown here." };
  return { ...push, event: "session.event", data: { sessionId, seq, at, event } };
}

function cut(value: unknown, length: number): unknown {
  if (typeof value === "string") {
    return value.length <= length ? value : `${value.slice(0, length)}…`;
  }
  if (Array.isArray(value)) return value.map((item) => cut(item, length));
  if (typeof value !== "object" || value === null) return value;
  const isImage = "type" in value && value.type === "image";
  const entries = Object.entries(value).map(([key, item]) => [
    key,
    isImage && key === "data" ? "" : cut(item, length),
  ]);
  return Object.fromEntries(entries) as unknown;
}
