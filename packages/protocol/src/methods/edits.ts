import { z } from "zod";
import { idSchema } from "../basics.ts";
import { once } from "../once.ts";
import { waitingEditSchema } from "../waiting-edit.ts";
import { method } from "./method.ts";

const session = () => ({ sessionKey: idSchema() });

const chosen = () => ({
  sessionKey: idSchema(),
  /** The number of an edit, or a path; absent: all. */
  which: z.union([z.number().int().positive(), z.string().min(1)]).exactOptional(),
});

const appliedEditSchema = once(() =>
  z
    .object({
      path: z.string(),
      status: z.enum([
        "applied",
        "created",
        "not_found",
        "ambiguous",
        "path_escape",
        "file_exists",
        "error",
      ]),
      /** Why it was not applied. */
      message: z.string().exactOptional(),
    })
    .readonly(),
);

/** Edits that wait, and what the user answers for. */
export const editMethods = {
  "edits.list": method(
    "Edits in the words of replies that wait for the user, the oldest first (EDIT-9).",
    session,
    () => ({ edits: z.array(waitingEditSchema()).readonly() }),
  ),
  "edits.apply": method(
    "Applies edits that wait; what a rule denies is not applied. `/apply`.",
    chosen,
    () => ({ results: z.array(appliedEditSchema()).readonly() }),
  ),
  "edits.discard": method(
    "Throws edits away that wait; the same change is not proposed again. `/discard`.",
    chosen,
    () => ({ edits: z.array(waitingEditSchema()).readonly() }),
  ),
  "taint.clear": method(
    "The user answers for what was read so far: it taints nothing any more (PERM-16).",
    session,
    () => ({ ok: z.boolean() }),
  ),
  "permissions.allow": method(
    "Commands that begin so run unasked in this project, now and later (SH-3).",
    () => ({ sessionKey: idSchema(), command: z.string().min(1) }),
    () => ({ ok: z.boolean() }),
  ),
} as const;
