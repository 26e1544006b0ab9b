type Variables = Readonly<Record<string, string>>;

/** What makes the system load code or data into any program that starts. */
const LOADER =
  /^(?:LD_|DYLD_|GLIBC_|MALLOC_|PERL|PYTHON|GCONV_PATH$|LOCPATH$|NLSPATH$|HOSTALIASES$|RESOLV|GETCONF_DIR$|TZDIR$|BASH_ENV$|ENV$)/;

/**
 * Splits an environment: the program that makes the sandbox still runs outside of it and must not
 * load anything that a command chose.
 */
export function loaderVariables(env: Variables): {
  readonly outside: Variables;
  readonly inside: Variables;
} {
  const entries = Object.entries(env);
  return {
    outside: Object.fromEntries(entries.filter(([name]) => !LOADER.test(name))),
    inside: Object.fromEntries(entries.filter(([name]) => LOADER.test(name))),
  };
}
