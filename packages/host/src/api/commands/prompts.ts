import { expandPrompt } from "@squire/memory";
import type { PromptFile } from "@squire/memory";
import type { CommandInfo } from "@squire/protocol";
import type { Host } from "../../open.ts";
import { loadPrompts } from "../../rules/load-prompts.ts";
import { hostCommand } from "./command.ts";
import type { Command } from "./command.ts";
import { commandInfos, findCommand } from "./table.ts";

/** A file of `prompts/` as a command: its text is sent, with what was typed behind the name (MEM-8). */
function promptCommand(prompt: PromptFile): Command {
  const { name, path, description } = prompt;
  return hostCommand(
    {
      name,
      args: prompt.body.includes("$ARGUMENTS") ? "[words]" : "",
      description: description === "" ? `Sends ${path}` : description,
      group: "talk",
    },
    async ({ args, call, sessionKey }) => {
      const message = expandPrompt(prompt, args);
      const { runId } = await call("chat.send", { sessionKey, message });
      return { runId };
    },
  );
}

/** All commands, with the prompts of this folder; a command of ours wins over a prompt of its name. */
export async function allCommandInfos(host: Host): Promise<readonly CommandInfo[]> {
  const own = commandInfos();
  const taken = new Set(own.flatMap(({ name, aliases }) => [name, ...aliases]));
  const prompts = (await loadPrompts(host)).prompts.filter(({ name }) => !taken.has(name));
  return [...own, ...prompts.map((prompt) => infoOf(promptCommand(prompt)))];
}

function infoOf({ run: _run, ...info }: Command): CommandInfo {
  return info;
}

/** The command of a name: ours, else a prompt; ends the method where there is neither. */
export async function commandOf(host: Host, typed: string): Promise<Command> {
  const name = typed.replace(/^\//, "");
  const own = commandInfos();
  if (own.some((one) => one.name === name || one.aliases.includes(name))) return findCommand(name);
  const prompt = (await loadPrompts(host)).prompts.find((one) => one.name === name);
  return prompt === undefined ? findCommand(name) : promptCommand(prompt);
}
