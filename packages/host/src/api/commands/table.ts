import type { CommandInfo } from "@squire/protocol";
import { refuse } from "../failures.ts";
import { nearestName } from "../nearest-name.ts";
import { codeIndexCommands } from "./code-index.ts";
import type { Command, FaceCommand } from "./command.ts";
import { editCommands } from "./edits.ts";
import { keyCommands } from "./keys.ts";
import { lookCommands } from "./look.ts";
import { memoryCommands } from "./memory.ts";
import { researchCommands } from "./research.ts";
import { sessionCommands } from "./session.ts";
import { faceCommands, settingCommands } from "./settings.ts";
import { talkCommands } from "./talk.ts";

/** All slash commands (CMD-1): whatever a face can do has one (TUI-5). */
const TABLE: readonly (Command | FaceCommand)[] = [
  ...talkCommands,
  ...researchCommands,
  ...sessionCommands,
  ...lookCommands,
  ...memoryCommands,
  ...codeIndexCommands,
  ...editCommands,
  ...settingCommands,
  ...keyCommands,
  ...faceCommands,
];

export function commandInfos(): readonly CommandInfo[] {
  return TABLE.map((command) => {
    const { name, aliases, args, description, group, where, whileRunning, needsSession } = command;
    const list = command.opens === undefined ? {} : { opens: command.opens };
    return { name, aliases, args, description, group, where, whileRunning, needsSession, ...list };
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
  const names = TABLE.flatMap((one) => [one.name, ...one.aliases]);
  const near = nearestName(name, names);
  const hint = near === null ? "/help lists them." : `Did you mean /${near}?`;
  return refuse("not_found", `There is no command /${name.slice(0, 40)}.`, hint);
}
