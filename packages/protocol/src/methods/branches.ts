import { z } from "zod";
import { costSchema, countSchema, idSchema, timeSchema } from "../basics.ts";
import { rewindWhatSchema } from "../events/session.ts";
import { once, type Infer } from "../once.ts";
import { composeShape } from "./chat.ts";
import { method } from "./method.ts";

const treeNodeSchema = once(() =>
  z
    .object({
      entryId: idSchema(),
      parentId: idSchema().nullable(),
      /** How many forks lie before it. */
      depth: countSchema(),
      type: z.string(),
      at: timeSchema(),
      /** One line. */
      text: z.string(),
      label: z.string().nullable(),
      /** It lies on the branch in view. */
      active: z.boolean(),
    })
    .readonly(),
);

/** An entry by its id, the beginning of it, or its label; null: before the first. */
const placeSchema = once(() => idSchema().nullable());

const rewindTargetSchema = once(() =>
  z.discriminatedUnion("type", [
    /** Before this turn began. */
    z.object({ type: z.literal("turn"), turn: z.number().int().positive() }).readonly(),
    /** Before the last so many turns. */
    z.object({ type: z.literal("last"), turns: z.number().int().positive() }).readonly(),
    /** Before the turn of an entry, or before the rewind that it stands for. */
    z.object({ type: z.literal("entry"), entryId: idSchema() }).readonly(),
    /** Before the last rewind that was not undone yet. */
    z.object({ type: z.literal("undo") }).readonly(),
  ]),
);

const pathSchema = once(() =>
  z
    .object({
      path: z.string(),
      /** What happens to it, or why it needs a look, in words. */
      text: z.string(),
    })
    .readonly(),
);

const paths = () => z.array(pathSchema()).readonly();

const rewindShape = () => ({
  sessionKey: idSchema(),
  to: rewindTargetSchema(),
  /** Absent: both; when a rewind is undone, what that one took. */
  what: rewindWhatSchema().exactOptional(),
});

const effectShape = () => ({
  what: rewindWhatSchema(),
  turns: z.array(countSchema()).readonly(),
  files: paths(),
  /** Changed by others since: they would be overwritten, and kept in a snapshot. */
  conflicts: paths(),
  /** Cannot be put back and stay as they are. */
  obstacles: paths(),
  /** Turns that came after the rewind which is undone. */
  later: z.array(countSchema()).readonly(),
});

const rewindTurnSchema = once(() =>
  z
    .object({
      turn: z.number().int().positive(),
      entryId: idSchema(),
      at: timeSchema(),
      /** The first line of what the user said. */
      text: z.string(),
      paths: z.array(z.string()).readonly(),
      files: z.enum(["kept", "cut_off", "gone", "unchanged"]),
    })
    .readonly(),
);

const rewindPointSchema = once(() =>
  z
    .object({
      entryId: idSchema(),
      at: timeSchema(),
      what: rewindWhatSchema(),
      undone: z.boolean(),
    })
    .readonly(),
);

/** Going back: the tree of a session, and its files. */
export const branchMethods = {
  "sessions.tree": method(
    "The entries of a session with their branches, parents first (SES-7).",
    () => ({ sessionKey: idSchema() }),
    () => ({ leafId: idSchema().nullable(), nodes: z.array(treeNodeSchema()).readonly() }),
  ),
  "navigate.preview": method(
    "What going to an entry leaves behind, and what notes on that would cost. Changes nothing.",
    () => ({ sessionKey: idSchema(), entryId: placeSchema() }),
    () => ({
      /** What the model has seen of the branch that is left. */
      entries: countSchema(),
      /** What is read for the notes, estimated. */
      tokens: countSchema(),
      /** At most, about; null: a price is not known. */
      costUsd: costSchema(),
      /** Who is asked, `provider/model`; null: nobody, extracts are taken. */
      model: z.string().nullable(),
      /** Whether notes are taken unless somebody says otherwise. */
      usual: z.boolean(),
    }),
  ),
  "sessions.navigate": method(
    "Moves the end of the branch to an entry; before a user message, when that is chosen (SES-7). `chat.abort` cancels it while notes are taken.",
    () => ({
      sessionKey: idSchema(),
      entryId: placeSchema(),
      /** Take notes on what is left behind (CMP-12); absent: as the settings say. */
      summarise: z.boolean().exactOptional(),
      /** What the notes should look at. */
      instructions: z.string().min(1).exactOptional(),
    }),
    () => ({
      /** False: it was there already, or it was cancelled and is where it was (CMP-13). */
      moved: z.boolean(),
      leafId: idSchema().nullable(),
      /** Why it has not moved. */
      reason: z.string().exactOptional(),
      /** The notes, where some were taken. */
      summary: z.string().exactOptional(),
      /** The user message that was chosen. */
      ...composeShape(),
    }),
  ),
  "sessions.label": method(
    "Names an entry; null takes the name away.",
    () => ({ sessionKey: idSchema(), entryId: idSchema(), label: z.string().min(1).nullable() }),
    () => ({ ok: z.boolean() }),
  ),
  "rewind.points": method(
    "The turns and rewinds that a session can be taken back to, oldest first.",
    () => ({ sessionKey: idSchema() }),
    () => ({
      turns: z.array(rewindTurnSchema()).readonly(),
      rewinds: z.array(rewindPointSchema()).readonly(),
    }),
  ),
  "rewind.preview": method("What a rewind would do. Changes nothing.", rewindShape, effectShape),
  "rewind.apply": method(
    "Takes turns back (SES-21). With doubts it does nothing unless `confirmed`.",
    () => ({ ...rewindShape(), confirmed: z.boolean().exactOptional() }),
    () => ({
      /** False: look at the doubts and ask again with `confirmed`. */
      done: z.boolean(),
      ...effectShape(),
      /** Stands for this rewind: going back to it undoes it. */
      entryId: idSchema().exactOptional(),
      /** What the user had said first in the turns that are gone. */
      ...composeShape(),
    }),
  ),
} as const;

export type TreeNode = Infer<typeof treeNodeSchema>;
export type RewindTo = Infer<typeof rewindTargetSchema>;
export type RewindTurnInfo = Infer<typeof rewindTurnSchema>;
