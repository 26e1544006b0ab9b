/** Environment variables as a process sees them. */
export type Env = Readonly<Record<string, string | undefined>>;
