/** One thing that was looked at (CFG-11). */
export type Check = {
  readonly name: string;
  /** `fail`: something does not work, or is not safe. `warn`: it works, with less than it could. */
  readonly status: "ok" | "warn" | "fail";
  readonly message: string;
  /** What to do about it. */
  readonly advice?: string;
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
