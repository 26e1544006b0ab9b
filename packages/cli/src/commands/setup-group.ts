import { EXIT_CODES } from "@squire/protocol/values";
import type { Invocation } from "../args.ts";
import type { Io } from "../io.ts";
import type { SETUP_COMMANDS } from "../setup-commands.ts";

/** Each command is loaded when it is wanted, so that none pays for another. */
export async function setupGroup(
  invocation: Invocation<keyof typeof SETUP_COMMANDS>,
  io: Io,
): Promise<number> {
  switch (invocation.command) {
    case "models":
      return (await import("./models.ts")).modelsCommand(invocation, io);
    case "models prices":
      return (await import("./prices.ts")).pricesCommand(invocation, io);
    case "config get":
    case "config set":
    case "config unset":
    case "config list":
    case "config path":
    case "config explain":
      return (await import("./config.ts")).configCommand(invocation, io);
    case "setup":
      return (await import("./setup.ts")).setupCommand(invocation, io);
    case "login":
      return (await import("./login.ts")).loginCommand(invocation, io);
    case "logout":
      return (await import("./login.ts")).logoutCommand(invocation, io);
    case "completions": {
      const { SCRIPTS } = await import("../completions/scripts.ts");
      io.stdout.write(SCRIPTS[invocation.args.shell]);
      return EXIT_CODES.ok;
    }
    case "schema":
      return (await import("./schema.ts")).schemaCommand(invocation, io);
    case "update":
      return (await import("./update.ts")).updateCommand(invocation, io);
    case "debug report":
      return (await import("./debug-report.ts")).debugReportCommand(invocation, io);
  }
}
