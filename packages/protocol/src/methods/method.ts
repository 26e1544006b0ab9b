import { z } from "zod";
import { once } from "../once.ts";

/** A host method: what it is for, what goes in, what comes out. No schema is built before it is used. */
export function method<P extends z.ZodRawShape, R extends z.ZodRawShape>(
  about: string,
  params: () => P,
  result: () => R,
) {
  return {
    /** One line for people who write a face. */
    about,
    params: once(() => z.object(params()).readonly()),
    result: once(() => z.object(result()).readonly()),
  };
}
