import type { Mode, Trust } from "@squire/protocol";
import type { Rule } from "../rules/rule.ts";
import type { GateWorkspace } from "./workspace.ts";

/** What the user has written down (PERM-19). */
export type Policy = {
  /** `permissions.mode`: what happens to a call that no rule covers and that is not read-only. */
  readonly fallback: "ask" | "allow" | "deny";
  readonly rules: readonly Rule[];
  /** Ask for every shell, browser and Python call (C20). */
  readonly strict: boolean;
  /** Ask again once untrusted text has been read (PERM-16). */
  readonly taint: boolean;
};

/** Something the user said no to: a target and what was to be done to it (S20). */
export type Refusal = { readonly target: string; readonly reason?: string };

/** How things stand when a call is decided. */
export type GateState = {
  readonly mode: Mode;
  readonly trust: Trust;
  readonly tainted: { readonly active: boolean; readonly sources: readonly string[] };
  /** What asking means here: `ask` when somebody can answer, else as C8 says. */
  readonly headless: "ask" | "deny" | "allow";
  /** The user trusts this folder (PERM-17). */
  readonly trusted: boolean;
  readonly workspace: GateWorkspace;
  readonly sandbox: {
    readonly confines: boolean;
    readonly network: boolean;
    readonly name?: string;
  };
  readonly refused: readonly Refusal[];
};
