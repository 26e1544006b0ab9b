/** One thing that was looked at (CFG-11). */
export type Check = {
  readonly name: string;
  /** `fail`: something does not work, or is not safe. `warn`: it works, with less than it could. */
  readonly status: "ok" | "warn" | "fail";
  readonly message: string;
  /** What to do about it. */
  readonly advice?: string;
};

export type DiagnoseOptions = {
  /** Ask the providers whether they can be reached; nobody is asked otherwise. */
  readonly online: boolean;
  /** `--offline`: only this machine is asked even then. */
  readonly offline: boolean;
  readonly signal: AbortSignal;
};

export function ok(name: string, message: string): Check {
  return { name, status: "ok", message };
}

export function warn(name: string, message: string, advice?: string): Check {
  return { name, status: "warn", message, ...(advice === undefined ? {} : { advice }) };
}

export function fail(name: string, message: string, advice?: string): Check {
  return { name, status: "fail", message, ...(advice === undefined ? {} : { advice }) };
}
