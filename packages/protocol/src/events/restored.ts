import { z } from "zod";
import { idSchema, timeSchema } from "../basics.ts";
import { once, type Infer } from "../once.ts";
import { sessionStateSchema } from "../session-info.ts";
import type { VariantOf } from "../tagged.ts";
import type { sessionEvents } from "./session.ts";
import { event } from "./shape.ts";
import type { turnEvents } from "./turn.ts";
import type { workEvents } from "./work.ts";

type PlainEvent = VariantOf<typeof turnEvents & typeof workEvents & typeof sessionEvents>;

/** An event that the log tells again; what was only passing is not among them. */
export type KeptEvent = { readonly at: number; readonly event: PlainEvent };

/** Only the tag is checked here; `parseEnvelope` looks at each event. */
export const keptEventSchema = once(
  () =>
    z
      .object({ at: timeSchema(), event: z.looseObject({ type: z.string().min(1) }).readonly() })
      .readonly() as unknown as z.ZodType<KeptEvent>,
);

/**
 * Begins a view anew: what the branch has kept, folded like any other events, and the state on top
 * of it. Comes first for who was not there from the beginning, or too long away; and for everybody
 * when the branch in view becomes another one.
 */
export const restoredEvents = {
  "session.restored": once(() =>
    event("session.restored", {
      /** `opened`: there was nothing before; `behind`: events were missed; `branch`: another branch. */
      reason: z.enum(["opened", "behind", "branch"]),
      state: sessionStateSchema(),
      /** Oldest first, up to now. */
      events: z.array(keptEventSchema()).readonly(),
      /** Where `chat.replay` reads on backwards; null: these are all. */
      earlier: idSchema().nullable(),
    }),
  ),
} as const;

export type Restored = Infer<(typeof restoredEvents)["session.restored"]>;
