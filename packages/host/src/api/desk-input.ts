import type { OpenSession } from "@squire/session";
import type { OpenModel } from "../models/assemble.ts";
import type { Choice } from "../models/choose.ts";
import type { Host } from "../open.ts";
import type { LiveInput } from "../session/live-input.ts";

export type DeskInput = {
  readonly host: Host;
  readonly session: OpenSession;
  readonly choice: Extract<Choice, { ok: true }>;
  readonly model: OpenModel;
  /** Who is there when the gate asks (PERM-11). */
  readonly face: "terminal" | "gateway";
  readonly wishes: Partial<
    Pick<
      LiveInput,
      "mode" | "trust" | "system" | "appendSystem" | "rules" | "tools" | "maxSteps" | "budgetUsd"
    >
  >;
  /** Nobody watches any more and nothing goes on. */
  readonly onAlone: () => void;
};
