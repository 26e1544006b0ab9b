export type Env = Readonly<Record<string, string | undefined>>;

/** An address found in the environment, or what the user must set. */
export type Resolved =
  | { readonly ok: true; readonly baseUrl: string }
  | { readonly ok: false; readonly message: string };

/** A variable with something in it; set but empty counts as not set. */
export function setting(env: Env, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = env[name]?.trim();
    if (value) return value;
  }
  return undefined;
}

export function isTruthy(value: string | undefined): boolean {
  return value !== undefined && !/^(|0|false|no|off)$/i.test(value.trim());
}
