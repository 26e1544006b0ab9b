/** What a key can do besides writing; each also has a slash command (TUI-4, TUI-5). */
export type ActionName =
  | "mode.next"
  | "trust.next"
  | "turn.abort"
  | "rewind.open"
  | "app.exit"
  | "app.suspend"
  | "history.older"
  | "history.newer"
  | "history.search"
  | "tools.expand"
  | "thinking.show"
  | "model.next"
  | "model.pick"
  | "editor.open"
  | "queue.later"
  | "image.paste"
  | "input.complete"
  | "help.open";

export type Action = {
  readonly keys: readonly string[];
  /** The command that does the same. */
  readonly command: string;
  readonly description: string;
};

/** Keys are pressed one after the other where several stand with a space between. */
export const ACTIONS: Readonly<Record<ActionName, Action>> = {
  "mode.next": { keys: ["shift+tab"], command: "mode", description: "next mode" },
  "trust.next": { keys: ["alt+t"], command: "trust", description: "next trust" },
  "turn.abort": { keys: ["escape"], command: "abort", description: "stop the turn" },
  "rewind.open": { keys: ["escape escape"], command: "rewind", description: "go back" },
  "app.exit": { keys: ["ctrl+c ctrl+c", "ctrl+d"], command: "quit", description: "leave" },
  "app.suspend": { keys: ["ctrl+z"], command: "suspend", description: "to the shell, for a while" },
  "history.older": { keys: ["up"], command: "prompts", description: "the prompt before" },
  "history.newer": { keys: ["down"], command: "prompts", description: "the prompt after" },
  "history.search": { keys: ["ctrl+r"], command: "prompts", description: "search the prompts" },
  "tools.expand": { keys: ["ctrl+o"], command: "expand", description: "open what is folded" },
  "thinking.show": { keys: ["ctrl+t"], command: "thoughts", description: "show thinking" },
  "model.next": { keys: ["ctrl+p"], command: "model", description: "next model" },
  "model.pick": { keys: ["ctrl+l"], command: "model", description: "choose a model" },
  "editor.open": { keys: ["ctrl+g"], command: "editor", description: "write in your editor" },
  "queue.later": {
    keys: ["alt+enter"],
    command: "later",
    description: "new line; while it works: send after",
  },
  "image.paste": {
    keys: ["ctrl+v"],
    command: "image",
    description: "attach the image in the clipboard",
  },
  "input.complete": { keys: ["tab"], command: "help", description: "complete" },
  "help.open": { keys: ["f1"], command: "help", description: "help" },
};

/** These mean the same everywhere and cannot be given away (C19, EXT-12). */
export const RESERVED_KEYS: readonly string[] = [
  "ctrl+c",
  "ctrl+d",
  "ctrl+z",
  "ctrl+k",
  "ctrl+p",
  "ctrl+l",
  "ctrl+o",
  "ctrl+t",
  "ctrl+g",
  "shift+tab",
  "ctrl+shift+p",
  "alt+enter",
  "alt+t",
  "escape",
  "enter",
];

/** Commands of this face alone; the host's table has all others. */
export const FACE_COMMANDS: Readonly<Record<string, string>> = {
  help: "keys and commands",
  quit: "leave; the session stays",
  expand: "open or fold tool cards",
  thoughts: "show or fold thinking",
  editor: "write the prompt in your editor",
  suspend: "back to the shell; fg returns",
  later: "send a message after the present turn",
  queue: "take back messages that wait",
  prompts: "search the prompts you have sent",
  history: "earlier sessions",
  clear: "clear the screen",
  copy: "copy the last answer",
  image: "attach an image: of the clipboard, or of a path",
  theme: "dark, light, or one of yours",
};
