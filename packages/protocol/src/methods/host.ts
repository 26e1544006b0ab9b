import { z } from "zod";
import { countSchema, idSchema } from "../basics.ts";
import { commandInfoSchema } from "../command-info.ts";
import { JsonValueSchema } from "../json.ts";
import { ModeSchema } from "../mode.ts";
import { once, type Infer } from "../once.ts";
import { userFailureSchema } from "../user-failure.ts";
import { method } from "./method.ts";

const settingInfoSchema = once(() =>
  z
    .object({
      key: z.string(),
      /** What holds; secrets are masked. */
      value: JsonValueSchema.nullable(),
      /** Which layer it comes from: default, a file, a variable, a flag. */
      origin: z.string(),
      description: z.string(),
    })
    .readonly(),
);

const foundKeySchema = once(() =>
  z.object({ provider: z.string(), variable: z.string() }).readonly(),
);

const foundServerSchema = once(() =>
  z
    .object({
      provider: z.string(),
      url: z.string(),
      models: z.array(z.string()).readonly(),
    })
    .readonly(),
);

const checkSchema = once(() =>
  z
    .object({
      name: z.string(),
      status: z.enum(["ok", "warn", "fail"]),
      message: z.string(),
      advice: z.string().exactOptional(),
    })
    .readonly(),
);

/** The host itself: settings, commands, and what a first start needs to know. */
export const hostMethods = {
  "commands.list": method(
    "The slash commands that there are (CMD-1): one table for all faces.",
    () => ({}),
    () => ({ commands: z.array(commandInfoSchema()).readonly() }),
  ),
  "settings.get": method(
    "Settings with their values and where these come from; all, or those below a key.",
    () => ({ key: z.string().min(1).exactOptional() }),
    () => ({ settings: z.array(settingInfoSchema()).readonly() }),
  ),
  "settings.set": method(
    "Writes a setting into the user's file; null takes it away. Sessions opened from now on have it.",
    () => ({
      key: z.string().min(1),
      value: JsonValueSchema.nullable(),
      /** The value is a text as somebody has typed it: TOML where it reads as such. */
      typed: z.boolean().exactOptional(),
    }),
    () => ({ file: z.string() }),
  ),
  "doctor.run": method(
    "Looks for what is wrong on this machine. Asks nobody on the network.",
    () => ({}),
    () => ({ checks: z.array(checkSchema()).readonly() }),
  ),
  "gateway.share": method(
    "Makes this host reachable for a browser and other programs of this user. `/web`.",
    () => ({
      /** Opens the user's browser. */
      open: z.boolean().exactOptional(),
      /** The page shows this one. */
      sessionKey: idSchema().exactOptional(),
    }),
    () => ({
      url: z.string(),
      /** For a browser, good once and for a few minutes. */
      pageUrl: z.string(),
      opened: z.boolean(),
    }),
  ),
  "setup.get": method(
    "What a welcome shows: the model, keys found in the environment, model servers on this machine.",
    () => ({
      /** Also asks the usual local ports for model servers. */
      probe: z.boolean().exactOptional(),
    }),
    () => ({
      version: z.string(),
      cwd: z.string(),
      trusted: z.boolean(),
      offline: z.boolean(),
      /** The mode a new session would have. */
      mode: ModeSchema,
      /** The model a new session would have; null with `problem` saying why there is none. */
      model: z.string().nullable(),
      problem: userFailureSchema().exactOptional(),
      /** It is the embedded one, for want of any other. */
      stopgap: z.literal(true).exactOptional(),
      keys: z.array(foundKeySchema()).readonly(),
      servers: z.array(foundServerSchema()).readonly(),
      /** Sessions of this folder. */
      sessions: countSchema(),
      /** What is wrong with settings and rules, a line each. */
      notes: z.array(z.string()).readonly(),
    }),
  ),
} as const;

export type SettingInfo = Infer<typeof settingInfoSchema>;
