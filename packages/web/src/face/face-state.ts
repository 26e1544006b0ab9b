import type { Item, View } from "@squire/client";
import type {
  CommandInfo,
  MethodResult,
  SearchHit,
  SessionSummary,
  UserFailure,
} from "@squire/protocol";
import type { LinkState } from "../connect/link.ts";
import type { Route } from "./route.ts";

export type Theme = "auto" | "light" | "dark";
export type PanelTab = "work" | "sources" | "tree";
/** How much there is room for beside each other: the talk; the list too; the panel too. */
export type Columns = "one" | "two" | "three";

/** A row of the list; null: how many turns it has had is not known yet. */
export type ListedSession = Omit<SessionSummary, "turns"> & { readonly turns: number | null };

/** The list at the left. */
export type SessionsState = {
  readonly items: readonly ListedSession[];
  readonly total: number;
  readonly query: string;
  /** Places in the text of sessions, for what is searched. */
  readonly hits: readonly SearchHit[];
  readonly state: "loading" | "ready" | UserFailure;
  /** Whether the next page of it is on its way. */
  readonly more: boolean;
};

/** Items before those of the view, read page by page. */
export type Older = {
  readonly items: readonly Item[];
  /** Where to read on; null: that was the beginning; undefined: as the view says. */
  readonly earlier: string | null | undefined;
  readonly loading: boolean;
};

export type Choice = { readonly id: string; readonly label: string; readonly detail: string };

/** One thing at a time lies above the page. */
export type Dialog =
  | {
      readonly type: "pick";
      readonly what: "model" | "mode" | "trust" | "thinking" | "session";
      readonly choices: readonly Choice[];
      readonly present: string;
    }
  | { readonly type: "confirm-yolo" }
  | { readonly type: "why"; readonly why: MethodResult<"why.get"> }
  | { readonly type: "artifact"; readonly artifact: ArtifactState }
  | { readonly type: "rewind"; readonly rewind: RewindState }
  | { readonly type: "rename"; readonly session: ListedSession }
  | { readonly type: "delete"; readonly session: ListedSession }
  | { readonly type: "text"; readonly title: string; readonly text: string }
  | { readonly type: "help" };

export type ArtifactState = {
  readonly artifactId: string;
  readonly contentType: string;
  readonly size: number;
  /** Of what could be shown as text; null for pictures and the like. */
  readonly text: string | null;
  /** A `blob:` address of the whole, to show a picture or to save it; null while it is not loaded. */
  readonly address: string | null;
  readonly complete: boolean;
};

export type RewindState = {
  readonly entryId: string;
  readonly title: string;
  readonly effect: MethodResult<"rewind.preview">;
};

/** Something to tell that belongs to no session. */
export type Notice = {
  readonly id: number;
  readonly level: "info" | "warning" | "error";
  readonly text: string;
  readonly advice: string | null;
};

/** Everything the page draws. Changed only by `Face`. */
export type FaceState = {
  /** Null: nobody has given a token yet. */
  readonly link: LinkState | null;
  readonly setup: MethodResult<"setup.get"> | null;
  readonly route: Route;
  readonly sessions: SessionsState;
  readonly commands: readonly CommandInfo[];
  /** The session in view; null: none is open. */
  readonly view: View | null;
  /** What became of opening it. */
  readonly opening: "loading" | "ready" | UserFailure;
  readonly older: Older;
  /** Items whose details are shown. */
  readonly opened: ReadonlySet<string>;
  /** The item that the keys are at. */
  readonly marked: string | null;
  readonly panel: PanelTab | null;
  /** What it showed when it was closed for want of room. */
  readonly putAway: PanelTab | null;
  /** The list at the left, where there is no room for both. */
  readonly drawer: boolean;
  /** The source that is looked at: the turn and its number. */
  readonly citation: { readonly runId: string; readonly n: number } | null;
  readonly tree: MethodResult<"sessions.tree"> | null;
  readonly dialog: Dialog | null;
  readonly notices: readonly Notice[];
  readonly draft: string;
  readonly theme: Theme;
};

export const NO_OLDER: Older = { items: [], earlier: undefined, loading: false };

/** What is known before anything was loaded. */
export type FirstState = Pick<FaceState, "route" | "theme" | "panel">;

export function firstState({ route, theme, panel }: FirstState): FaceState {
  return {
    link: null,
    setup: null,
    route,
    sessions: { items: [], total: 0, query: "", hits: [], state: "loading", more: false },
    commands: [],
    view: null,
    opening: "ready",
    older: NO_OLDER,
    opened: new Set(),
    marked: null,
    panel,
    putAway: null,
    drawer: false,
    citation: null,
    tree: null,
    dialog: null,
    notices: [],
    draft: "",
    theme,
  };
}
