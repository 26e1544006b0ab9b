import type { AgentEvent, EventEnvelope, HostConnection } from "@squire/protocol";
import { HostError } from "@squire/protocol/values";
import type { UserFailure } from "@squire/protocol";
import { startScriptedServer, tempWorkspace } from "@squire/testkit";
import type { ScriptedServer, ServerScript, TempWorkspace } from "@squire/testkit";
import { openHost } from "../../open.ts";
import type { Host } from "../../open.ts";
import { openHostApi } from "../host-api.ts";
import type { HostApi } from "../host-api.ts";

export type ApiRig = AsyncDisposable & {
  readonly api: HostApi;
  readonly client: HostConnection;
  readonly home: TempWorkspace;
  readonly host: Host;
  readonly server: ScriptedServer;
  /** Another process on the same machine. */
  another(): Promise<{ readonly api: HostApi; readonly client: HostConnection }>;
  session(): Promise<string>;
};

const SETTINGS = '[sandbox]\nbash = "off"\n[shell]\nintercept = false\n';

/** A user's machine with a model that plays a script, and the API as a face gets it. */
export async function apiRig(
  script: ServerScript,
  files: Readonly<Record<string, string | Uint8Array>> = {},
  settings: string | ((url: string) => string) = "",
): Promise<ApiRig> {
  const server = await startScriptedServer(script);
  const more = typeof settings === "string" ? settings : settings(server.url);
  const work = Object.entries(files).map(([path, text]) => [`work/${path}`, text]);
  const home = await tempWorkspace({ "work/.keep": "", ...Object.fromEntries(work) });
  const provider = (name: string, kind: string, id: string, path: string): string =>
    `[[providers]]\nname = "${name}"\nkind = "${kind}"\nbase_url = "${server.url}${path}"\nauth = "none"\nmodels = ["${id}"]\ncontext_window = 100000\n`;
  const config = `default_model = "mock/m"\n${provider("mock", "anthropic", "m", "")}${provider("other", "openai", "n", "/v1")}${SETTINGS}${more}`;
  await home.write("home/config.toml", config);
  const open = (): Promise<Host> =>
    openHost({
      env: { SQUIRE_HOME: home.path("home"), PATH: process.env["PATH"] ?? "" },
      cwd: home.path("work"),
      userHome: home.root,
      offline: false,
      warn: () => {},
    });
  const host = await open();
  const api = openHostApi({ host, version: "test" });
  const others: HostApi[] = [];
  const client = api.connect({ face: "tui", clientId: "me" });
  return {
    api,
    client,
    home,
    host,
    server,
    async another() {
      const other = openHostApi({ host: await open(), version: "test" });
      others.push(other);
      return { api: other, client: other.connect({ face: "web", clientId: "other" }) };
    },
    session: async () => (await client.call("sessions.create", {})).sessionKey,
    async [Symbol.asyncDispose]() {
      await api.close();
      for (const other of others) await other.close();
      await server.close();
      await home[Symbol.asyncDispose]();
    },
  };
}

/** Reads on with an iterator that stays open. */
export function reader(stream: AsyncIterable<EventEnvelope>) {
  const items = stream[Symbol.asyncIterator]();
  const seen: EventEnvelope[] = [];
  return {
    seen,
    /** The next event of this type; those before it are kept in `seen`. */
    async next<T extends AgentEvent["type"]>(type: T): Promise<AgentEvent<T>> {
      for (;;) {
        const { done, value } = await items.next();
        if (done === true) throw new Error(`The stream ended before ${type}.`);
        seen.push(value);
        if (isA(value.event, type)) return value.event;
      }
    },
    close: () => items.return?.(),
  };
}

function isA<T extends AgentEvent["type"]>(event: AgentEvent, type: T): event is AgentEvent<T> {
  return event.type === type;
}

/** Of a call that must fail: anything but a `HostError` is a bug. */
export async function failureOf(call: Promise<unknown>): Promise<UserFailure> {
  try {
    await call;
  } catch (error) {
    if (error instanceof HostError) return error.failure;
    throw error;
  }
  throw new Error("It did not fail.");
}
