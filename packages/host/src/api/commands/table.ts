import type { CommandInfo } from "@squire/protocol";
import { editDistance, slipLimit } from "@squire/protocol/spelling";
import { refuse } from "../failures.ts";
import type { Command, FaceCommand } from "./command.ts";
import { lookCommands } from "./look.ts";
import { sessionCommands } from "./session.ts";
import { faceCommands, settingCommands } from "./settings.ts";
import { talkCommands } from "./talk.ts";

/** All slash commands (CMD-1): whatever a face can do has one (TUI-5). */
const TABLE: readonly (Command | FaceCommand)[] = [
  ...talkCommands,
  ...sessionCommands,
  ...lookCommands,
  ...settingCommands,
  ...faceCommands,
];

export function commandInfos(): readonly CommandInfo[] {
  return TABLE.map(({ name, aliases, args, description, group, where, whileRunning, opens }) => {
    const list = opens === undefined ? {} : { opens };
    return { name, aliases, args, description, group, where, whileRunning, ...list };
  });
}

/** The command of a name or alias; ends the method when the host does not do it. */
export function findCommand(typed: string): Command {
  const name = typed.replace(/^\//, "");
  const command = TABLE.find((one) => one.name === name || one.aliases.includes(name));
  if (command?.where === "host") return command;
  if (command !== undefined) {
    return refuse("unsupported", `/${name} is done by the screen, not by the host.`);
  }
  const near = nearest(name);
  const hint = near === null ? "/help lists them." : `Did you mean /${near}?`;
  return refuse("not_found", `There is no command /${name.slice(0, 40)}.`, hint);
}

function nearest(name: string): string | null {
  if (name.length > 40) return null;
  const names = TABLE.flatMap((command) => [command.name, ...command.aliases]);
  const [best] = names
    .map((known) => ({ known, off: editDistance(name, known, slipLimit(name) + 1) }))
    .filter(({ off }) => off <= slipLimit(name))
    .sort((a, b) => a.off - b.off);
  return best?.known ?? null;
}
