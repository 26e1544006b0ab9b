/**
 * What is put on record (SEC-3). Arguments and contents appear as hashes only: the record outlives
 * the sessions and may be shown to others.
 */
export type AuditEvent =
  /** Before a tool acts, or when it is kept from acting. */
  | {
      readonly kind: "tool.judged";
      readonly session: string;
      readonly call: string;
      readonly tool: string;
      readonly argsHash: string;
      readonly decision: "allow" | "ask" | "deny";
      /** The rule or step that decided. */
      readonly because?: string;
      /** As `Sandbox.name` says it. */
      readonly sandbox?: string;
    }
  | {
      readonly kind: "tool.ended";
      readonly session: string;
      readonly call: string;
      readonly tool: string;
      readonly ok: boolean;
      readonly durationMs: number;
      readonly exit?: number | string;
    }
  | {
      readonly kind: "approval";
      readonly session: string;
      readonly call: string;
      readonly answer: "yes" | "no" | "always" | "timeout";
      /** The face it came from. */
      readonly by: string;
    }
  | { readonly kind: "auth"; readonly ok: boolean; readonly by: string; readonly because?: string }
  | { readonly kind: "config"; readonly key: string; readonly layer: string }
  | {
      readonly kind: "permission";
      readonly change: "added" | "removed";
      readonly rule: string;
      readonly layer: string;
    }
  | {
      readonly kind: "install";
      readonly what: "mcp" | "plugin" | "extension" | "skill";
      readonly name: string;
      readonly sha256: string;
    }
  | {
      readonly kind: "trust";
      readonly change: "granted" | "revoked";
      readonly folder: string;
      readonly sha256: string;
    };

/** One line of the record. */
export type AuditEntry = AuditEvent & {
  /** Counted from 1. */
  readonly seq: number;
  readonly at: number;
  readonly pid: number;
};
