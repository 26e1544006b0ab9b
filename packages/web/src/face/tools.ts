import type { Credentials, HostClient } from "@squire/client";
import type { Knocking } from "../connect/connect-host.ts";
import type { Link } from "../connect/link.ts";
import type { Kept } from "../connect/token.ts";
import type { FaceState, Notice } from "./face-state.ts";
import type { Intent } from "./intent.ts";
import type { Route } from "./route.ts";

/** What the page needs of its browser. */
export type WebPorts = {
  /** A line to the host that this page came from. */
  readonly connect: (knocking: Knocking) => Promise<Link>;
  readonly kept: Kept;
  /** Runs a drawing once before the next frame. */
  readonly frame: (draw: () => void) => void;
  readonly now: () => number;
  /** Runs something once after a while. */
  readonly later: (ms: number, run: () => void) => void;
  /** Puts the route into the address bar. */
  readonly setHash: (hash: string) => void;
  readonly setTheme: (theme: FaceState["theme"]) => void;
  readonly copy: (text: string) => Promise<void>;
  readonly makeAddress: (bytes: Uint8Array<ArrayBuffer>, type: string) => string;
  readonly dropAddress: (address: string) => void;
};

/** What a wish is carried out with. */
export type FaceTools = {
  readonly ports: WebPorts;
  readonly state: () => FaceState;
  readonly set: (change: Partial<FaceState>) => void;
  /** Throws a `HostError` when nobody has signed in. */
  readonly client: () => HostClient;
  /** The session in view; begins one where there is none. */
  readonly session: () => Promise<string>;
  readonly go: (route: Route) => void;
  readonly say: (
    notice: Omit<Notice, "id" | "advice"> & { readonly advice?: string | null },
  ) => void;
  /** Signs in, or out with null. */
  readonly sign: (auth: Credentials | null) => void;
  readonly hurry: () => void;
  readonly perform: (intent: Intent) => Promise<void>;
};

/** What becomes of each wish; a topic has some of them. */
export type Performers<T extends Intent["type"]> = {
  readonly [K in T]: (
    intent: Extract<Intent, { readonly type: K }>,
    tools: FaceTools,
  ) => Promise<void> | void;
};
