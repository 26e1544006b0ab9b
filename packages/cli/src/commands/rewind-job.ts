import type { SessionRef } from "@squire/session";
import type { Invocation } from "../args.ts";
import type { Io } from "../io.ts";
import type { Prompter } from "../prompt.ts";
import type { SessionsAt } from "./sessions-at.ts";

/** One session to take back, and whom to tell. */
export type Job = {
  readonly flags: Invocation<"rewind">["flags"];
  readonly io: Io;
  readonly at: SessionsAt;
  readonly ref: SessionRef;
  /** Null when nobody is there to be asked. */
  readonly person: Prompter | null;
};
