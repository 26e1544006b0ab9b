import { z } from "zod";
import { countSchema } from "../basics.ts";
import { once } from "../once.ts";
import { method } from "./method.ts";

const keyInfoSchema = once(() =>
  z
    .object({
      provider: z.string(),
      /** Where its key comes from: a stored key, a login, the name of a variable; null: there is none. */
      origin: z.string().nullable(),
      /** The stored ones, masked. */
      stored: z.array(z.string()).readonly(),
    })
    .readonly(),
);

/** The keys of providers. A key itself never leaves the host. */
export const keyMethods = {
  "keys.list": method(
    "Providers that have a key, with where it comes from.",
    () => ({}),
    () => ({ keys: z.array(keyInfoSchema()).readonly() }),
  ),
  "keys.set": method(
    "Stores a key for a provider; several may be stored (MODL-15). `/login`.",
    () => ({ provider: z.string().min(1), key: z.string().min(1) }),
    () => ({
      /** As it may be shown. */
      masked: z.string(),
      /** What speaks against it, although it was stored. */
      doubts: z.array(z.string()).readonly(),
    }),
  ),
  "keys.remove": method(
    "Forgets what is stored for a provider. `/logout`.",
    () => ({ provider: z.string().min(1) }),
    () => ({ removed: countSchema() }),
  ),
} as const;
