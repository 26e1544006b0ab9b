import type { HostConnection } from "@squire/protocol";
import { refuse } from "../failures.ts";
import type { Handlers } from "../handlers.ts";

export function commandHandlers(
  call: HostConnection["call"],
): Handlers<"commands.list" | "command.run"> {
  return {
    "commands.list": async (_params, { host }) => {
      const { allCommandInfos } = await import("../commands/prompts.ts");
      return { commands: await allCommandInfos(host) };
    },
    "command.run": async ({ sessionKey, name, args = "" }, { desks, host }) => {
      const { commandOf } = await import("../commands/prompts.ts");
      if (sessionKey === undefined) {
        const command = await commandOf(host, name);
        if (command.needsSession) return refuse("invalid", `/${command.name} needs a session.`);
        return { text: "", ...(await command.run({ sessionKey: "", args: args.trim(), call })) };
      }
      const desk = await desks.get(sessionKey);
      const command = await commandOf(desk.host, name);
      if (!command.whileRunning && desk.agent.running) {
        return refuse("busy", `/${command.name} waits until the turn is over.`, "/abort stops it.");
      }
      const scene = { sessionKey: desk.id, args: args.trim(), call };
      return { text: "", ...(await command.run(scene)) };
    },
  };
}
