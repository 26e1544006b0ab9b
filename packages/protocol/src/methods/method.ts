import { z } from "zod";
import { once } from "../once.ts";

/** A host method: what goes in and what comes out. Neither schema is built before it is used. */
export function method<P extends z.ZodRawShape, R extends z.ZodRawShape>(
  params: () => P,
  result: () => R,
) {
  return {
    params: once(() => z.object(params()).readonly()),
    result: once(() => z.object(result()).readonly()),
  };
}
