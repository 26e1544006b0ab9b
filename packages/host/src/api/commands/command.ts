import type { CommandInfo, HostConnection, MethodResult, SessionState } from "@squire/protocol";

/** Methods and nothing else: what a command can do, any face can do without it (invariant 10). */
export type CommandScene = {
  readonly sessionKey: string;
  /** What was typed behind the name, without spaces around it. */
  readonly args: string;
  /** Any method, as the client that typed the command. */
  readonly call: HostConnection["call"];
};

export async function stateOf({ call, sessionKey }: CommandScene): Promise<SessionState> {
  return (await call("sessions.attach", { sessionKey })).session;
}

/** What a command gives back: words, or what the face should do next. */
export type CommandResult = Partial<MethodResult<"command.run">>;

/** One slash command: what lists show, and what it does. */
export type Command = CommandInfo & {
  readonly where: "host";
  readonly run: (scene: CommandScene) => Promise<CommandResult>;
};

/** A command that every face does itself: it is about the screen. */
export type FaceCommand = CommandInfo & { readonly where: "face" };

type About = Pick<CommandInfo, "name" | "description" | "group"> &
  Partial<Pick<CommandInfo, "aliases" | "args" | "opens" | "whileRunning">>;

export function hostCommand(about: About, run: Command["run"]): Command {
  return { aliases: [], args: "", whileRunning: true, ...about, where: "host", run };
}

export function faceCommand(about: About): FaceCommand {
  return { aliases: [], args: "", whileRunning: true, ...about, where: "face" };
}
