import type { Invocation } from "../args.ts";
import type { Io } from "../io.ts";
import type { SAFETY_COMMANDS } from "../safety-commands.ts";

/** The commands over what may happen and why; each is loaded when it is wanted. */
export async function safetyCommand(
  invocation: Invocation<keyof typeof SAFETY_COMMANDS>,
  io: Io,
): Promise<number> {
  switch (invocation.command) {
    case "why":
      return (await import("./why.ts")).whyCommand(invocation, io);
    case "permissions list":
      return (await import("./permissions.ts")).permissionsCommand(invocation, io);
    case "permissions test":
      return (await import("./permissions-test.ts")).testCommand(invocation, io);
    case "trust":
      return (await import("./trust.ts")).trustCommand(invocation, io);
    case "tool list":
      return (await import("./tool.ts")).toolListCommand(invocation, io);
    case "tool run":
      return (await import("./tool.ts")).toolRunCommand(invocation, io);
    case "audit show":
      return (await import("./audit.ts")).showCommand(invocation, io);
    case "audit verify":
      return (await import("./audit.ts")).verifyCommand(invocation, io);
    case "doctor":
      return (await import("./doctor.ts")).doctorCommand(invocation, io);
  }
}
