import { commandInfos } from "../../packages/host/src/api/commands/table.ts";
import { ENVIRONMENT } from "../../packages/host/src/settings/env.ts";
import { allKeys } from "../../packages/host/src/settings/schema.ts";
import {
  ACTIONS,
  FACE_COMMANDS,
  RESERVED_KEYS,
} from "../../packages/tui/src/screen/keys/actions.ts";

/** The parts of `docs/terminal.md`: how to use the terminal face. */
export function terminalParts(): readonly string[] {
  return [INTRO, keysPart(), PROMPT, commandsPart(), ASKING, settingsPart(), debugPart()];
}

const INTRO = [
  "`squire` opens the terminal face in the present folder, `squire code <dir>` in another one, `squire --continue` goes on",
  'with the last session there, and `squire "<words>"` begins with a message.',
  "",
  "![The terminal face](terminal.svg)",
  "",
  "What is finished is printed once and belongs to your terminal: scroll, search and copy it there. Only the rows at the",
  "bottom change: what is being written, what it is doing, your prompt, and the status line with mode, trust, model,",
  "context, cost, cache and branch.",
].join("\n");

function keysPart(): string {
  const rows = Object.entries(ACTIONS).map(([name, { keys, command, description }]) => {
    const chords = keys.map((chord) => `\`${chord}\``).join(", ");
    return `| ${chords} | ${description} | \`/${command}\` | \`${name}\` |`;
  });
  const reserved = RESERVED_KEYS.map((key) => `\`${key}\``).join(", ");
  return [
    "## Keys",
    "",
    "| Key | Does | Command | Name |",
    "|---|---|---|---|",
    ...rows,
    "",
    "The prompt is edited as in a shell: `ctrl+a` `ctrl+e` `ctrl+w` `ctrl+u` `ctrl+k` `ctrl+y`, words by `alt+b` `alt+f`,",
    "undo by `ctrl+_`; `shift+enter`, `alt+enter` or `ctrl+j` begin a new line. `alt+backspace` on an empty prompt takes the",
    "last waiting message back. `ctrl+c` clears the prompt.",
    "",
    "Give an action other keys by its name; what is wrong there is told at the start:",
    "",
    "```toml",
    "[tui.keys]",
    '"history.search" = ["f3"]',
    '"editor.open" = ["ctrl+e"]',
    "```",
    "",
    `These keys keep their meaning: ${reserved}.`,
  ].join("\n");
}

const PROMPT = [
  "## At the prompt",
  "",
  "| | |",
  "|---|---|",
  "| `/` | commands; type to narrow, `tab` or `enter` takes one |",
  "| `@` | files, images and folders of the workspace; what is named goes along |",
  "| `!command` | runs in your shell; the model sees what it printed |",
  "| `!!command` | the same, and the model sees nothing of it |",
  "| `# text` | a note for the model, without a turn |",
  "",
  "While it works, `enter` steers it: your words reach the model with its next step. `alt+enter` keeps them until the turn",
  "has ended. `esc` stops it; what was written stays. A long paste is shown as `[paste #1: 40 lines]` and sent whole.",
  "",
  "### Images",
  "",
  "Drag an image onto the terminal, or paste its path: `[image 1: shot.png]` stands in the prompt and the image goes along",
  "with your words. One `backspace` takes it out again, `ctrl+_` brings it back. `ctrl+v` or `/image` takes the image that",
  "is in the clipboard (with `wl-paste`, `xclip`, `pngpaste` or `osascript`, PowerShell), `/image <path>` the one of a path.",
  "PNG, JPEG, GIF and WebP are known by their content, whatever they are called; large ones are made smaller (see",
  "[tools](tools.md#images)). A path that leads to no image stays text. Rules that deny reading hold here too.",
].join("\n");

function commandsPart(): string {
  const host = commandInfos();
  const own = Object.entries(FACE_COMMANDS)
    .filter(([name]) => !host.some((info) => info.name === name))
    .map(([name, description]) => ({ name, args: "", description }));
  const rows = [...host, ...own]
    .toSorted((a, b) => a.name.localeCompare(b.name))
    .map(({ name, args, description }) => {
      const typed = `/${name}${args === "" ? "" : ` ${args}`}`.replaceAll("|", "\\|");
      return `| \`${typed}\` | ${description} |`;
    });
  return ["## Commands", "", "| Command | Does |", "|---|---|", ...rows].join("\n");
}

const ASKING = [
  "## When it asks",
  "",
  "A card takes the place of the prompt. It shows everything that will run, where, what that does, and why it asks; a yes",
  "is for exactly these bytes. The safest answer is marked; `←` `→` or the letters choose, `enter` takes, `esc` is no.",
  "`w` says no and tells the model why. Letters count only after a moment, so that a word you are typing answers nothing.",
].join("\n");

function settingsPart(): string {
  const rows = allKeys()
    .filter(([path]) => path[0] === "tui")
    .map(([path, spec]) => {
      const usual = spec.default === undefined ? "" : `\`${JSON.stringify(spec.default)}\``;
      return `| \`${path.join(".")}\` | ${spec.about} | ${usual} |`;
    });
  return [
    "## Settings",
    "",
    "| Key | Meaning | Default |",
    "|---|---|---|",
    ...rows,
    "",
    "Themes of your own are `themes/<name>.json` in `SQUIRE_HOME`, with colours by meaning; changes show at once:",
    "",
    "```json",
    '{ "colours": { "accent": "#268bd2", "danger": "#dc322f" } }',
    "```",
    "",
    "`NO_COLOR`, `COLORTERM` and `TERM` are heeded.",
    "",
    "## Without drawing",
    "",
    "`squire --plain` writes whole lines and never moves the cursor: for screen readers, dumb terminals and logs. It has the",
    "same commands and asks the same questions.",
  ].join("\n");
}

function debugPart(): string {
  const names = [
    "SQUIRE_TUI_WRITE_LOG",
    "SQUIRE_TUI_DEBUG",
    "SQUIRE_DEBUG_REDRAW",
    "SQUIRE_HARDWARE_CURSOR",
    "SQUIRE_CLEAR_ON_SHRINK",
  ];
  const rows = ENVIRONMENT.filter(({ name }) => names.includes(name)).map(
    ({ name, about }) => `| \`${name}\` | ${about} |`,
  );
  return ["## When the drawing is wrong", "", "| Variable | Does |", "|---|---|", ...rows].join(
    "\n",
  );
}
