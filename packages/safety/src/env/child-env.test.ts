import { expect, test } from "bun:test";
import * as fc from "fast-check";
import { childEnv, safePath } from "./child-env.ts";

test("SEC-9: a child gets core variables, LC_, XDG_ and SQUIRE_ ones that are no secret", () => {
  const kept = {
    PATH: "/usr/bin:/bin",
    HOME: "/home/me",
    LANG: "C.UTF-8",
    LC_ALL: "C",
    XDG_CACHE_HOME: "/home/me/.cache",
    SQUIRE_LOG: "debug",
    TERM: "xterm",
  };
  const dropped = {
    SQUIRE_GATEWAY_TOKEN: "x",
    SQUIRE_OPENAI_API_KEY: "x",
    FOO: "not known",
    npm_config_registry: "not known",
  };
  expect(childEnv({ ...kept, ...dropped, GONE: undefined })).toEqual(kept);
});

const SECRETS = [
  "OPENAI_API_KEY",
  "ANTHROPIC_API_KEY",
  "GITHUB_TOKEN",
  "GH_TOKEN",
  "NPM_TOKEN",
  "AWS_ACCESS_KEY_ID",
  "AWS_SECRET_ACCESS_KEY",
  "AWS_SESSION_TOKEN",
  "AWS_PROFILE",
  "AZURE_CLIENT_SECRET",
  "GOOGLE_APPLICATION_CREDENTIALS",
  "KUBECONFIG",
  "DATABASE_URL",
  "PGPASSWORD",
  "SSH_AUTH_SOCK",
  "SSH_AGENT_PID",
  "GPG_AGENT_INFO",
  "DOCKER_HOST",
  "DBUS_SESSION_BUS_ADDRESS",
  "XDG_RUNTIME_DIR",
  "XDG_SESSION_TOKEN",
  "LC_SECRET",
];

const LOADERS = [
  "LD_PRELOAD",
  "LD_LIBRARY_PATH",
  "LD_AUDIT",
  "DYLD_INSERT_LIBRARIES",
  "NODE_OPTIONS",
  "NODE_PATH",
  "BASH_ENV",
  "ENV",
  "SHELLOPTS",
  "BASHOPTS",
  "PS4",
  "PROMPT_COMMAND",
  "BASH_FUNC_ls%%",
  "IFS",
  "CDPATH",
  "GIT_SSH_COMMAND",
  "GIT_EXTERNAL_DIFF",
  "GIT_DIR",
  "GIT_CONFIG_COUNT",
  "GIT_EXEC_PATH",
  "GIT_ASKPASS",
  "GIT_PAGER",
  "PYTHONSTARTUP",
  "PYTHONPATH",
  "PYTHONHOME",
  "PERL5OPT",
  "PERL5LIB",
  "RUBYOPT",
  "LUA_INIT",
  "VIMINIT",
  "EDITOR",
  "VISUAL",
  "PAGER",
  "BROWSER",
  "LESSOPEN",
  "JAVA_TOOL_OPTIONS",
  "_JAVA_OPTIONS",
  "NPM_CONFIG_SCRIPT_SHELL",
  "BUN_OPTIONS",
  "SQUIRE_HOME",
];

test("SEC-9: keys, tokens, cloud credentials and agents are removed", () => {
  const env = Object.fromEntries(SECRETS.map((name) => [name, "secret"]));
  expect(childEnv(env)).toEqual({});
});

test("S15: nothing that makes programs load or run something", () => {
  const env = Object.fromEntries(LOADERS.map((name) => [name, "evil"]));
  expect(childEnv(env)).toEqual({});
  // The twin: the filter by name alone would let some of them through.
  const families = LOADERS.filter((name) => /^(?:LC|XDG|SQUIRE)_/.test(name));
  expect(families).toEqual(["SQUIRE_HOME"]);
});

test("SEC-9: what shell.pass_env lists goes through, and only that", () => {
  const env = { GITHUB_TOKEN: "a", GH_TOKEN: "b", AWS_PROFILE: "c", AWS_REGION: "d", HOME: "/h" };
  expect(childEnv(env, { pass: ["GITHUB_TOKEN"] })).toEqual({ GITHUB_TOKEN: "a", HOME: "/h" });
  expect(childEnv(env, { pass: ["AWS_*"] })).toEqual({
    AWS_PROFILE: "c",
    AWS_REGION: "d",
    HOME: "/h",
  });
  expect(childEnv(env, { pass: ["*"] })).toEqual({ HOME: "/h" });
});

test("S15: PATH holds absolute folders outside of the workspace", () => {
  const path =
    "/usr/bin::.:bin:/ws/node_modules/.bin:/ws-other/bin:/ws/:./x:/usr/bin:/a/../ws/bin:/bin";
  expect(childEnv({ PATH: path }, { workspaces: ["/ws"] })["PATH"]).toBe(
    "/usr/bin:/ws-other/bin:/bin",
  );
  expect(childEnv({ PATH: path })["PATH"]).toContain("/ws/node_modules/.bin");
  expect(childEnv({ PATH: "" })["PATH"]).toBe("");
});

test("S15: whatever is in PATH, what is left is absolute and outside", () => {
  const entry = fc.constantFrom(
    "",
    ".",
    "..",
    "bin",
    "/bin",
    "/ws",
    "/ws/bin",
    "/wsx",
    "//ws//x",
    "/./ws",
  );
  fc.assert(
    fc.property(fc.array(entry), (entries) => {
      const left = safePath(entries.join(":"), ["/ws"]);
      for (const part of left === "" ? [] : left.split(":")) {
        expect(part.startsWith("/")).toBe(true);
        expect(part.replaceAll(/\/\.?(?=\/)/g, "")).not.toMatch(/^\/ws(\/|$)/);
      }
    }),
  );
});
