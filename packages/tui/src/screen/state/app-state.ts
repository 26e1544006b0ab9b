import type { View, Trigger } from "@squire/client";
import type { CommandInfo, Mode, Picker, ThinkingLevel, Trust } from "@squire/protocol";
import { EMPTY_COMPOSER, type Composer, type ImageMark } from "../../composer/composer.ts";
import { historyOf, type History } from "../../composer/history.ts";
import type { Size } from "../../terminal/writer/frame-diff.ts";
import type { ActionName } from "../keys/actions.ts";
import { keyMapOf, type KeyMap } from "../keys/key-map.ts";

/** Something in a list: what it is called, what is said of it. */
export type Choice = { readonly id: string; readonly label: string; readonly detail: string };

export type CompletionState = {
  readonly trigger: Trigger;
  readonly items: readonly Choice[];
  readonly index: number;
};

/** The card that is answered now: an approval or a question of the view. */
export type CardState = {
  readonly id: string;
  readonly index: number;
  /** The first row that is shown of what is longer than the screen. */
  readonly offset: number;
  readonly shownAt: number;
};

export type PickerState = {
  readonly kind: Picker | "queue" | "confirm-rewind" | "confirm-yolo";
  readonly title: string;
  readonly query: string;
  readonly items: readonly Choice[];
  readonly index: number;
  /** What the choice is about, for a second question. */
  readonly subject: string;
};

/** What the composer is used for, when not for a prompt. */
export type Asking =
  | { readonly type: "reason"; readonly approvalId: string }
  | { readonly type: "answer"; readonly questionId: string };

/** Everything the terminal face knows besides what it has printed. */
export type AppState = {
  readonly view: View;
  readonly size: Size;
  readonly composer: Composer;
  readonly history: History;
  /** A search in the history: what is looked for, and the prompt from before. */
  readonly search: {
    readonly query: string;
    readonly at: number | null;
    readonly before: Composer;
  } | null;
  /** What was being written when we went back in the history. */
  readonly draft: Composer | null;
  /** How many images were attached so far. */
  readonly attached: number;
  readonly completion: CompletionState | null;
  /** The word whose list was closed by Esc; it stays closed until another begins. */
  readonly closedAt: number | null;
  readonly card: CardState | null;
  readonly picker: PickerState | null;
  readonly asking: Asking | null;
  /** A passing line instead of the hints. */
  readonly hint: string | null;
  /** A key that does something when it is pressed again soon. */
  readonly armed: { readonly chord: string; readonly at: number } | null;
  /** Since when there is no line to the host; null: there is one. */
  readonly lostAt: number | null;
  readonly expanded: boolean;
  readonly showThinking: boolean;
  /** Of the host; null until it has told them. */
  readonly commands: readonly CommandInfo[] | null;
  readonly keyMap: KeyMap;
  readonly options: AppOptions;
};

export type AppOptions = {
  /** `tui.abort = "esc esc"` (C19). */
  readonly doubleEscape: boolean;
  readonly unicode: boolean;
};

export function firstState(view: View, size: Size, options: Partial<AppOptions> = {}): AppState {
  return {
    view,
    size,
    composer: EMPTY_COMPOSER,
    history: historyOf([]),
    search: null,
    draft: null,
    attached: 0,
    completion: null,
    closedAt: null,
    card: null,
    picker: null,
    asking: null,
    hint: null,
    armed: null,
    lostAt: null,
    expanded: false,
    showThinking: false,
    commands: null,
    keyMap: keyMapOf({}),
    options: { doubleEscape: false, unicode: true, ...options },
  };
}

/** Where an image comes from. */
export type ImageSource =
  | { readonly type: "path"; readonly path: string }
  | { readonly type: "clipboard" };

export type WantedImage = {
  readonly source: ImageSource;
  readonly name: string;
  /** What stands there when it is no image. */
  readonly text: string;
};

/** What the state wants done; `perform` does it. */
export type Effect =
  | {
      readonly type: "send";
      readonly text: string;
      readonly later: boolean;
      /** Those that go along. */
      readonly images?: readonly ImageMark[];
    }
  /** Reads an image whose mark stands in the prompt. */
  | { readonly type: "attach"; readonly key: string; readonly source: ImageSource }
  /** Puts marks for images into the prompt. */
  | { readonly type: "mark"; readonly images: readonly WantedImage[] }
  | { readonly type: "shell"; readonly command: string; readonly private: boolean }
  | { readonly type: "note"; readonly text: string; readonly scope?: "global" }
  | { readonly type: "command"; readonly name: string; readonly args: string }
  /** Typed before the host has said which commands there are. */
  | { readonly type: "typed-command"; readonly name: string; readonly args: string }
  | { readonly type: "abort" }
  | { readonly type: "mode"; readonly mode: Mode }
  | { readonly type: "trust"; readonly trust: Trust; readonly confirmed: boolean }
  | { readonly type: "model"; readonly model: string }
  | { readonly type: "thinking"; readonly level: ThinkingLevel }
  | { readonly type: "next-model" }
  | {
      readonly type: "approve";
      readonly approvalId: string;
      readonly scope: "once" | "session" | "always";
    }
  | { readonly type: "deny"; readonly approvalId: string; readonly reason: string | null }
  | {
      readonly type: "answer";
      readonly questionId: string;
      readonly optionId: string | null;
      readonly text: string | null;
    }
  | { readonly type: "open"; readonly picker: Picker }
  | {
      readonly type: "pick";
      readonly kind: PickerState["kind"];
      readonly choice: Choice;
      readonly subject: string;
    }
  | { readonly type: "files"; readonly query: string }
  | { readonly type: "unqueue"; readonly queueId: string }
  | { readonly type: "editor" }
  | { readonly type: "suspend" }
  | { readonly type: "exit" }
  | { readonly type: "copy" }
  | { readonly type: "clear" }
  | { readonly type: "queue" }
  | { readonly type: "theme"; readonly name: string }
  | { readonly type: "help" }
  | { readonly type: "unfold" }
  /** What the key of an action would do. */
  | { readonly type: "act"; readonly action: ActionName }
  | { readonly type: "say"; readonly text: string }
  | { readonly type: "notify"; readonly title: string; readonly body: string };

export type Step = { readonly state: AppState; readonly effects: readonly Effect[] };

export function stay(state: AppState, ...effects: readonly Effect[]): Step {
  return { state, effects };
}
