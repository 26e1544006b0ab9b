import { editDistance, slipLimit } from "@squire/protocol/spelling";
import { emptied } from "../../composer/composer.ts";
import { remember } from "../../composer/history.ts";
import { expandPastes } from "../../composer/paste.ts";
import { FACE_COMMANDS } from "../keys/actions.ts";
import { allCommands } from "./completing.ts";
import { stay, type AppState, type Effect, type Step } from "./app-state.ts";

/** Enter: the prompt is sent, run, noted, or answers what was asked. */
export function submit(state: AppState, later: boolean): Step {
  const text = expandPastes(state.composer);
  const next = cleared(state);
  if (state.asking?.type === "reason") {
    const { approvalId } = state.asking;
    return stay(
      { ...next, asking: null },
      { type: "deny", approvalId, reason: text.trim() || null },
    );
  }
  const [question] = state.view.questions;
  if (question !== undefined) {
    const { questionId } = question;
    if (text.trim() === "") return stay(state);
    return stay({ ...next, asking: null }, { type: "answer", questionId, optionId: null, text });
  }
  if (text.trim() === "") return stay(state);
  // A key is for nobody to find again.
  const isSecret = /^\/login\s/.test(text);
  const history = isSecret ? state.history : remember(state.history, state.composer.text);
  const remembered = { ...next, history };
  return { state: remembered, effects: effectsOf(remembered, text, later) };
}

function cleared(state: AppState): AppState {
  return {
    ...state,
    composer: emptied(state.composer),
    completion: null,
    closedAt: null,
    hint: null,
  };
}

function effectsOf(state: AppState, text: string, later: boolean): readonly Effect[] {
  if (text.startsWith("!!"))
    return [{ type: "shell", command: text.slice(2).trim(), private: true }];
  if (text.startsWith("!"))
    return [{ type: "shell", command: text.slice(1).trim(), private: false }];
  const note = /^#(g(?=\s))?\s*(?![\d#!\s])([\s\S]+)$/.exec(text);
  if (note !== null) return [noteEffect(note[1] === "g", note[2] ?? "")];
  const command = /^\/([a-zA-Z][\w:-]*)(?:\s+([\s\S]*))?$/.exec(text.trimEnd());
  if (command === null) return [{ type: "send", text, later }];
  return [commandEffect(state, command[1] ?? "", command[2] ?? "")];
}

/** `# text` is kept with the project, `#g text` for all work (MEM-6). */
function noteEffect(isGlobal: boolean, text: string): Effect {
  const note = { type: "note", text: text.trim() } as const;
  return isGlobal ? { ...note, scope: "global" } : note;
}

/** A command of this face, one of the host, or none: then the nearest is named. */
export function commandEffect(state: AppState, typed: string, args: string): Effect {
  const name = typed.toLowerCase();
  const known = state.commands?.find((info) => info.name === name || info.aliases.includes(name));
  const face = faceCommand(known?.name ?? name, args);
  if (face !== null && (known === undefined || known.where === "face")) return face;
  if (state.commands === null) return { type: "typed-command", name: typed, args };
  if (known === undefined) return { type: "say", text: unknownText(state, typed) };
  if (known.where === "face") return { type: "say", text: `/${known.name} is for other faces.` };
  if (known.opens !== undefined && args.trim() === "") return { type: "open", picker: known.opens };
  return { type: "command", name: known.name, args };
}

/** What was typed may be a slip. */
function unknownText(state: AppState, typed: string): string {
  const slip = slipLimit(typed);
  const near = allCommands(state)
    .map(({ id }) => ({ id, off: editDistance(typed.toLowerCase(), id, slip + 1) }))
    .filter(({ off }) => off <= slip)
    .toSorted((a, b) => a.off - b.off)[0];
  const hint = near === undefined ? "/help lists what there is." : `Did you mean /${near.id}?`;
  return `There is no command /${typed}. ${hint}`;
}

function faceCommand(name: string, args: string): Effect | null {
  switch (Object.hasOwn(FACE_COMMANDS, name) || name === "exit" ? name : "") {
    case "help":
      return { type: "help" };
    case "quit":
    case "exit":
      return { type: "exit" };
    case "thoughts":
      return { type: "act", action: "thinking.show" };
    case "prompts":
      return { type: "act", action: "history.search" };
    case "history":
      return { type: "open", picker: "sessions" };
    case "expand":
      return { type: "unfold" };
    case "editor":
      return { type: "editor" };
    case "suspend":
      return { type: "suspend" };
    case "clear":
      return { type: "clear" };
    case "copy":
      return { type: "copy" };
    case "theme":
      return { type: "theme", name: args.trim() };
    case "queue":
      return { type: "queue" };
    case "later":
      if (args.trim() !== "") return { type: "send", text: args, later: true };
      return { type: "say", text: "Write the message behind it: /later then run the tests" };
    default:
      return null;
  }
}
