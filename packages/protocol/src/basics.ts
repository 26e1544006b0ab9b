import { z } from "zod";
import { once } from "./once.ts";

/** Small shapes that entries, events and methods share. */

export const idSchema = once(() => z.string().min(1));

/** Milliseconds since the epoch. */
export const timeSchema = once(() => z.number().int().nonnegative());

export const countSchema = once(() => z.number().int().nonnegative());

export const durationSchema = once(() => z.number().nonnegative());

/** Null = the price is not known, which is not the same as free. */
export const costSchema = once(() => z.number().nonnegative().nullable());

/** Lower-case hex SHA-256. */
export const hashSchema = once(() => z.string().regex(/^[0-9a-f]{64}$/));

/** The number of an event of a session: 1, 2, 3, … without gaps. */
export const seqSchema = once(() => z.number().int().positive());
