import { z } from "zod";
import { countSchema, idSchema, seqSchema } from "../basics.ts";
import { ModeSchema, TrustSchema } from "../mode.ts";
import { historyItemSchema, sessionStateSchema, sessionSummarySchema } from "../session-info.ts";
import { method } from "./method.ts";

const session = () => ({ sessionKey: idSchema() });
const done = () => ({ ok: z.boolean() });

/** `sessionKey` is the id of a session, or the name it was given. */
export const sessionMethods = {
  "sessions.create": method(
    "Begins a session, or goes on with the one of this name. Its log is made at once unless it is ephemeral.",
    () => ({
      agentId: idSchema().exactOptional(),
      /** A name of its own in its folder (SES-1). One that is there goes on, with these wishes if it is not open yet. */
      name: z.string().min(1).exactOptional(),
      cwd: z.string().min(1).exactOptional(),
      mode: ModeSchema.exactOptional(),
      trust: TrustSchema.exactOptional(),
      model: z.string().min(1).exactOptional(),
      /** Nothing is written (SES-17). */
      ephemeral: z.boolean().exactOptional(),
    }),
    () => ({
      sessionKey: idSchema(),
      /** There was one of this name. */
      resumed: z.boolean().exactOptional(),
    }),
  ),
  "sessions.list": method(
    "Sessions, last used first.",
    () => ({
      limit: z.number().int().min(1).max(1000).exactOptional(),
      offset: countSchema().exactOptional(),
      cwd: z.string().exactOptional(),
      /** Keeps sessions whose title or text contains it. */
      query: z.string().exactOptional(),
    }),
    () => ({ sessions: z.array(sessionSummarySchema()).readonly(), total: countSchema() }),
  ),
  "sessions.get": method("A session as it stands, with its messages.", session, () => ({
    session: sessionStateSchema(),
    messages: z.array(historyItemSchema()).readonly(),
  })),
  /**
   * From now on this client gets the session's events; those after `fromSeq` come first. `push`
   * (default) sends the named pushes, `full` sends each event as it is in `session.event`.
   */
  "sessions.attach": method(
    "From now on this client gets the session's events; those after `fromSeq` come first.",
    () => ({
      sessionKey: idSchema(),
      fromSeq: countSchema().exactOptional(),
      /** The `stream` that `fromSeq` counts in; in another one events come from the beginning. */
      stream: idSchema().exactOptional(),
      events: z.enum(["push", "full"]).exactOptional(),
      /** A name for what is sent; the same name again replaces it. Absent: the session's id. */
      subscription: z.string().min(1).max(100).exactOptional(),
    }),
    () => ({
      session: sessionStateSchema(),
      /** The first event that will be sent. Above `fromSeq` + 1, older ones are gone: load the history. */
      nextSeq: seqSchema(),
    }),
  ),
  "sessions.detach": method(
    "Ends what `sessions.attach` began; the session goes on.",
    () => ({ subscription: z.string().min(1).max(100) }),
    done,
  ),
  "sessions.fork": method(
    "A new session with the branch up to an entry (SES-7).",
    () => ({
      sessionKey: idSchema(),
      /** The last entry of the new session; absent: the leaf. */
      entryId: idSchema().exactOptional(),
    }),
    session,
  ),
  "sessions.rename": method(
    "Gives a session a title.",
    () => ({ sessionKey: idSchema(), title: z.string().min(1) }),
    done,
  ),
  "sessions.delete": method("Moves a session to the trash (SES-11).", session, done),
} as const;
