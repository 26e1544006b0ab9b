import { z } from "zod";
import { idSchema } from "./basics.ts";
import { check, checkWhole, type Checked, type Problem } from "./check.ts";
import { presenceClientSchema } from "./events/session.ts";
import { JsonValueSchema } from "./json.ts";
import { once, type Infer } from "./once.ts";
import { parsePush, type Push, type UnknownPush } from "./push.ts";

const frameIdSchema = once(() => z.union([z.string().max(200), z.number()]));

/** Who a client says it is. Labels only: what it may do comes from its token and its door. */
const introductionShape = once(() => ({
  face: presenceClientSchema().unwrap().shape.face.exactOptional(),
  /** Made up by the client and told to nobody else: who knows it comes back as the same client. */
  client: z.string().min(16).max(200).exactOptional(),
}));

/** The first message of a client (GW-3): with a token, or with a code that is good for one. */
export const authFrameSchema = once(() =>
  z.union([
    z.object({ type: z.literal("auth"), token: z.string(), ...introductionShape() }).readonly(),
    z.object({ type: z.literal("auth"), code: z.string(), ...introductionShape() }).readonly(),
  ]),
);

export const authReplySchema = once(() =>
  z
    .object({
      type: z.literal("auth"),
      ok: z.literal(true),
      /** For a client that said who it is: the name others see. */
      clientId: idSchema().exactOptional(),
      /** For a client that came with a code: what it comes back with. */
      token: z.string().exactOptional(),
    })
    .readonly(),
);

/** GW-5. `params` are checked by `parseParams`. */
export const requestFrameSchema = once(() =>
  z
    .object({
      id: frameIdSchema(),
      method: z.string(),
      params: JsonValueSchema.exactOptional(),
    })
    .readonly(),
);

/** `result` is checked by `parseResult`. */
export const responseFrameSchema = once(() =>
  z.object({ id: frameIdSchema(), result: JsonValueSchema }).readonly(),
);

/** `id` is null when the request could not be read. `data` is a `UserFailure` where there is one. */
export const errorFrameSchema = once(() =>
  z
    .object({
      id: frameIdSchema().nullable(),
      error: z
        .object({
          code: z.number().int(),
          message: z.string(),
          data: JsonValueSchema.exactOptional(),
        })
        .readonly(),
    })
    .readonly(),
);

export type FrameId = Infer<typeof frameIdSchema>;
export type AuthFrame = Infer<typeof authFrameSchema>;
export type AuthReply = Infer<typeof authReplySchema>;
export type RequestFrame = Infer<typeof requestFrameSchema>;
export type ResponseFrame = Infer<typeof responseFrameSchema>;
export type ErrorFrame = Infer<typeof errorFrameSchema>;

export type ClientFrame =
  | { readonly kind: "auth"; readonly frame: AuthFrame }
  | { readonly kind: "request"; readonly frame: RequestFrame }
  /** `id` is the request's own where it could be read, so that it can be answered. */
  | (Problem & { readonly id: FrameId | null });

export type ServerFrame =
  | { readonly kind: "auth"; readonly frame: AuthReply }
  | { readonly kind: "response"; readonly frame: ResponseFrame }
  | { readonly kind: "error"; readonly frame: ErrorFrame }
  | { readonly kind: "push"; readonly frame: Push }
  | { readonly kind: "unknown"; readonly frame: UnknownPush }
  | Problem;

/** What a server receives, already decoded from JSON. Never throws. */
export function parseClientFrame(value: unknown): ClientFrame {
  const parsed = has(value, "type")
    ? framed("auth", checkWhole(authFrameSchema(), value))
    : framed("request", checkWhole(requestFrameSchema(), value));
  return parsed.kind === "problem" ? { ...parsed, id: readId(value) } : parsed;
}

/** What a client receives, already decoded from JSON. Never throws. */
export function parseServerFrame(value: unknown): ServerFrame {
  if (has(value, "event")) {
    const push = parsePush(value);
    if (push.kind === "problem") return push;
    return push.kind === "known"
      ? { kind: "push", frame: push.value }
      : { kind: "unknown", frame: push.value };
  }
  if (has(value, "type")) return framed("auth", checkWhole(authReplySchema(), value));
  if (has(value, "error")) return framed("error", checkWhole(errorFrameSchema(), value));
  return framed("response", checkWhole(responseFrameSchema(), value));
}

function has(value: unknown, key: string): value is object {
  return typeof value === "object" && value !== null && Object.hasOwn(value, key);
}

function framed<K extends string, F>(
  kind: K,
  checked: Checked<F>,
): { readonly kind: K; readonly frame: F } | Problem {
  return checked.kind === "problem" ? checked : { kind, frame: checked.value };
}

function readId(value: unknown): FrameId | null {
  const id = has(value, "id") ? check(frameIdSchema(), Reflect.get(value, "id")) : null;
  return id?.kind === "known" ? id.value : null;
}
