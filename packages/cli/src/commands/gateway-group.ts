import type { Invocation } from "../args.ts";
import type { GATEWAY_COMMANDS } from "../gateway-commands.ts";
import type { Io } from "../io.ts";

/** Each command is loaded when it is wanted, so that none pays for another. */
export async function gatewayGroup(
  invocation: Invocation<keyof typeof GATEWAY_COMMANDS>,
  io: Io,
): Promise<number> {
  switch (invocation.command) {
    case "gateway":
      return (await import("./gateway.ts")).gatewayCommand(invocation, io);
    case "gateway token":
      return (await import("./gateway-token.ts")).tokenCommand(invocation, io);
    case "web":
      return (await import("./web.ts")).webCommand(invocation, io);
    case "attach":
      return (await import("./attach.ts")).attachCommand(invocation, io);
    case "serve":
      return (await import("./serve.ts")).serveCommand(invocation, io);
  }
}
