import type { HostClient } from "@squire/client";
import type { Line } from "../../text/span.ts";
import type { ItemContext } from "../items/item-context.ts";
import type { AppState } from "../state/app-state.ts";
import type { ClipboardImage } from "../../tui-options.ts";
import type { AttachedImages } from "./attached-images.ts";
import type { Message } from "../state/update.ts";

/** What carrying out a wish needs. */
export type EffectPorts = {
  readonly client: HostClient;
  /** The host is open and has said which commands there are. */
  readonly ready: () => Promise<void>;
  /** The session; begins one where there is none yet. */
  readonly sessionKey: () => Promise<string>;
  /** The session, as far as there is one. */
  readonly openKey: () => string | null;
  readonly state: () => AppState;
  readonly dispatch: (message: Message) => void;
  /** Lines above the live region, once and for all. */
  readonly print: (lines: readonly Line[]) => void;
  readonly now: () => number;
  readonly itemContext: () => ItemContext;
  /** Goes on in another session. */
  readonly switchTo: (sessionKey: string) => void;
  readonly exit: () => void;
  readonly suspend: () => Promise<void>;
  /** Opens the user's editor; null: nothing to change. */
  readonly edit: (text: string) => Promise<string | null>;
  /** The user wants an empty screen; the scrollback stays. */
  readonly clear: () => void;
  /** The images whose marks stand in the prompt. */
  readonly images: AttachedImages;
  /** The image in the clipboard. */
  readonly readImage: () => Promise<ClipboardImage>;
  /** False: the text did not reach a clipboard. */
  readonly copy: (text: string) => Promise<boolean>;
  readonly notify: (title: string, body: string) => void;
  /** What is to be said of it; an unknown name lists those there are. */
  readonly setTheme: (name: string) => Promise<string>;
  /** The last answer of the model, as Markdown; null: there is none. */
  readonly lastAnswer: () => string | null;
  /** Prints the last folded thing whole; false: nothing is folded. */
  readonly unfold: () => boolean;
};
