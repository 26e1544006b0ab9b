import { startScriptedServer } from "@squire/testkit";
import type { TempWorkspace } from "@squire/testkit";
import type { CommandName } from "../commands.ts";
import { dispatch } from "../program.ts";
import { fakeIo, invoke } from "./fake-io.ts";

type Script = Parameters<typeof startScriptedServer>[0];

export type RanCommand = { readonly code: number; readonly out: string; readonly err: string };

export type RigOptions = {
  /** More of the settings. */
  readonly config?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
};

export function configFor(url: string, more = ""): string {
  return `default_model = "mock/test-1"
${more}
[[providers]]
name = "mock"
kind = "openai"
base_url = "${url}/v1"
api_key_env = "MOCK_KEY"
models = ["test-1"]
context_window = 128000
`;
}

/** A command on a temporary machine: in the folder `work`, with the home `home`. */
export async function runOn(
  home: TempWorkspace,
  command: CommandName,
  argv: readonly string[],
  { env = {}, signal }: RigOptions = {},
): Promise<RanCommand> {
  const io = fakeIo({
    cwd: home.path("work"),
    env: {
      SQUIRE_HOME: home.path("home"),
      SQUIRE_CONFIG: home.path("config.toml"),
      HOME: home.root,
      PATH: process.env["PATH"] ?? "",
      MOCK_KEY: "sk-mock",
      ...env,
    },
    ...(signal === undefined ? {} : { signal }),
  });
  const code = await dispatch(invoke(command, ...argv), io);
  return { code, out: io.out(), err: io.err() };
}

/** `squire research` with a model that follows a script. */
export async function researchWith(
  home: TempWorkspace,
  script: Script,
  argv: readonly string[],
  options: RigOptions = {},
) {
  await using server = await startScriptedServer(script);
  await home.write("config.toml", configFor(server.url, options.config));
  const ran = await runOn(home, "research", argv, options);
  const shown = server.requests.map(({ json }) => JSON.stringify(json));
  return { ...ran, shown };
}
