import type { HostConnection } from "@squire/protocol";
import { refuse } from "../failures.ts";
import type { Handlers } from "../handlers.ts";

export function commandHandlers(
  call: HostConnection["call"],
): Handlers<"commands.list" | "command.run"> {
  return {
    "commands.list": async () => {
      const { commandInfos } = await import("../commands/table.ts");
      return { commands: commandInfos() };
    },
    "command.run": async ({ sessionKey, name, args = "" }, { desks }) => {
      const { findCommand } = await import("../commands/table.ts");
      const command = findCommand(name);
      const desk = await desks.get(sessionKey);
      if (!command.whileRunning && desk.agent.running) {
        return refuse("busy", `/${command.name} waits until the turn is over.`, "/abort stops it.");
      }
      const scene = { sessionKey: desk.id, args: args.trim(), call };
      return { text: "", ...(await command.run(scene)) };
    },
  };
}
