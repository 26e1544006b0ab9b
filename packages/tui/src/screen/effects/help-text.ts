import type { AppState } from "../state/app-state.ts";
import { ACTIONS } from "../keys/actions.ts";
import { actionNames } from "../keys/key-map.ts";
import { allCommands } from "../state/completing.ts";

/** Keys with the command of each, and all commands, as Markdown. */
export function helpText(state: AppState): string {
  const keys = actionNames().map((name) => {
    const { command, description } = ACTIONS[name];
    const chords = state.keyMap
      .keysOf(name)
      .map((chord) => `\`${chord}\``)
      .join(" ");
    return `| ${chords} | ${description} | \`/${command}\` | ${name} |`;
  });
  const commands = allCommands(state).map(
    ({ label, detail }) => `| \`/${label}\` | ${escaped(detail)} |`,
  );
  return [
    "## Keys",
    ["| key | does | command | name |", "|---|---|---|---|", ...keys].join("\n"),
    "## Commands",
    ["| command | does |", "|---|---|", ...commands].join("\n"),
    "`@path` brings a file along, `!command` runs in your shell, `# text` is a note for the model.",
  ].join("\n\n");
}

function escaped(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("<", "&lt;");
}
