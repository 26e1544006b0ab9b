import type { AgentEvent, KeptEvent, SessionState } from "@squire/protocol";
import type { LinkState } from "../connect/link.ts";

/** What the page of the tests puts on its window. */
export type TestWindow = {
  readonly begin: (token?: string | null) => void;
  readonly playDemo: (options: { readonly asks: boolean }) => void;
  readonly markdown: (text: string, pieces: readonly string[]) => readonly [string, string];
  readonly squire: {
    readonly calls: { readonly method: string; readonly params: unknown }[];
    readonly answers: Map<string, (params: Readonly<Record<string, unknown>>) => unknown>;
    state: SessionState;
    kept: readonly KeptEvent[];
    earlier: string | null;
    tell(event: AgentEvent): void;
    setLink(state: LinkState): void;
  };
};
