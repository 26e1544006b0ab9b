/** A command as somebody wants it run. */
export type CommandRequest = {
  readonly command: string;
  /** Inside the workspace; the workspace itself by default. */
  readonly cwd?: string | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
};
