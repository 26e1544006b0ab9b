import { plant } from "@squire/safety/testing";
import type { HostileCheckout, Planted } from "@squire/safety/testing";
import { say, startScriptedServer, tempWorkspace } from "@squire/testkit";
import type { ScriptedServer } from "@squire/testkit";
import { createServer } from "node:net";
import type { Server } from "node:net";
import { lstat, readdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { runTraced } from "./run-traced.ts";
import type { Traced } from "./run-traced.ts";

/** One way of opening a folder. */
export type Opening = {
  readonly name: string;
  readonly argv: readonly string[];
  readonly terminal: boolean;
  /** The terminal face: it draws, and somebody has to leave it. */
  readonly face: boolean;
  /** Whether the model is asked. */
  readonly asks: boolean;
  /** How it may end. */
  readonly codes: readonly number[];
};

const opening = (argv: readonly string[], more: Partial<Opening> = {}): Opening => ({
  name: argv.join(" "),
  argv,
  terminal: false,
  face: false,
  asks: argv[0] === "run",
  codes: [0],
  ...more,
});

/** Interactively and headless, what only lists, and the look before trust is given. */
export const OPENINGS: readonly Opening[] = [
  opening(["run", "hi"]),
  opening(["run", "hi"], { name: "run in a terminal", terminal: true }),
  opening(["say hi"], { name: "the terminal face", terminal: true, face: true, asks: true }),
  opening(["run", "--no-tools", "hi"]),
  opening(["session", "list"]),
  opening(["config", "list"]),
  opening(["permissions", "list"]),
  opening(["tool", "list"]),
  opening(["trust", "--list"]),
  // Nobody is there to say yes.
  opening(["trust"], { codes: [0, 1, 3] }),
];

const KEY = "sk-hostile-test-key-0123456789";
const ANSWER = "All is well.";

/** A model server, and a listener that nobody may ever call. */
export class Watch implements AsyncDisposable {
  readonly server: ScriptedServer;
  readonly #listener: Server;
  #calls = 0;

  static async start(): Promise<Watch> {
    const listener = createServer();
    await new Promise<void>((resolve) => {
      listener.listen(0, "127.0.0.1", resolve);
    });
    return new Watch(await startScriptedServer(() => say(ANSWER)), listener);
  }

  private constructor(server: ScriptedServer, listener: Server) {
    this.server = server;
    this.#listener = listener;
    listener.on("connection", (socket) => {
      this.#calls++;
      socket.destroy();
    });
  }

  /** Where the planted orders send whoever follows them. */
  get bait(): string {
    const address = this.#listener.address();
    if (address === null || typeof address === "string") throw new Error("It is closed.");
    return `http://127.0.0.1:${address.port}`;
  }

  get calls(): number {
    return this.#calls;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#listener.close();
    await this.server.close();
  }
}

/**
 * Opens a hostile checkout with the real program under a trace, and tells what it should not have
 * done. `program` is the command line in front of the arguments.
 */
export async function openCheckout(
  checkout: HostileCheckout,
  opening: Opening,
  program: readonly string[],
  watch: Watch,
): Promise<readonly string[]> {
  using planted = plant(checkout, watch.bait);
  await using own = await tempWorkspace({ "user/.keep": "", "tmp/.keep": "", "trace/x": "" });
  await writeFile(join(planted.home, "config.toml"), configFor(watch.server.url), { mode: 0o600 });
  const before = await census(planted, own.path("user"));
  const asked = watch.server.requests.length;
  const called = watch.calls;
  const traced = await runTraced({
    program: [...program, ...opening.argv],
    cwd: planted.root,
    env: {
      // Whoever has the current folder in the path must not run what lies in it either.
      PATH: `.:${process.env["PATH"] ?? ""}`,
      HOME: own.path("user"),
      TMPDIR: own.path("tmp"),
      SQUIRE_HOME: planted.home,
      MOCK_KEY: KEY,
      OPENAI_API_KEY: KEY,
      // What Bun keeps of our own sources is none of a checkout's doing.
      BUN_RUNTIME_TRANSPILER_CACHE_PATH: "0",
    },
    terminal: opening.terminal,
    ...(opening.face ? { leaveAt: ANSWER } : {}),
    folder: own.path("trace"),
  });
  const after = await census(planted, own.path("user"));
  const complaints = [
    ...deeds(traced, watch, [planted.home, own.path("tmp")]),
    ...endingOf(traced, opening),
    ...sentTo(watch.server, asked, opening),
    ...(watch.calls > called ? [`the bait was called ${watch.calls - called} times`] : []),
    ...planted.ran().map((name) => `the planted order ran: ${name}`),
    ...difference(before, after).map((line) => `changed: ${line}`),
  ];
  return complaints.map((complaint) => `${checkout.name}, ${opening.name}: ${complaint}`);
}

function configFor(url: string): string {
  return `default_model = "mock/m"\n[[providers]]\nname = "mock"\nkind = "openai"\nbase_url = "${url}/v1"\napi_key_env = "MOCK_KEY"\nmodels = ["m"]\ncontext_window = 100000\n`;
}

function deeds({ seen }: Traced, { server }: Watch, allowed: readonly string[]): readonly string[] {
  const port = Number(new URL(server.url).port);
  const isOwn = (path: string): boolean =>
    path.startsWith("/dev/") || allowed.some((place) => `${path}/`.startsWith(`${place}/`));
  return [
    ...seen.started.map((line) => `started ${line}`),
    ...seen.reached.filter((one) => one.port !== port).map(({ line }) => `reached ${line}`),
    ...seen.written.filter((path) => !isOwn(path)).map((path) => `wrote ${path}`),
  ];
}

/** How the line of progress is drawn and taken back: these are ours. */
// oxlint-disable-next-line no-control-regex
const PROGRESS = /\r\u001B\[K|\u001B\[2m|\u001B\[22m/g;

function endingOf({ code, out: all }: Traced, { asks, codes, face }: Opening): readonly string[] {
  const out = all.replaceAll(PROGRESS, "");
  const shows = [
    ["the secret", "canary-secret"],
    // A face draws with nothing else.
    ...(face ? [] : [["an escape sequence", "\u001B"]]),
    ["a key", KEY],
  ].flatMap(([what, text = ""]) => (out.includes(text) ? [`it printed ${what}`] : []));
  const ended = code !== null && codes.includes(code) && (!asks || out.includes(ANSWER));
  return [...shows, ...(ended ? [] : [`it ended with ${code ?? "force"}: ${out.slice(-300)}`])];
}

/** The key and the endpoint are those of the user, and nothing of the secret was sent. */
function sentTo(server: ScriptedServer, before: number, { asks }: Opening): readonly string[] {
  const requests = server.requests.slice(before);
  const isFine = ({ headers, bodyText }: (typeof requests)[number]): boolean =>
    headers["authorization"] === `Bearer ${KEY}` && !bodyText.includes("canary-secret");
  return [
    ...(requests.length > 0 === asks ? [] : [`the model was asked ${requests.length} times`]),
    ...(requests.every(isFine) ? [] : ["a request had another key, or the secret in it"]),
  ];
}

/** Everything around the state folder, by what the disk knows: no content is read. */
async function census(planted: Planted, user: string): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  const visit = async (path: string): Promise<void> => {
    const { ino, mode, size, mtimeNs, ctimeNs } = await lstat(path, { bigint: true });
    found.add(`${path} ${ino} ${mode} ${size} ${mtimeNs} ${ctimeNs}`);
    const isFolder = (mode & 0o170000n) === 0o040000n;
    if (isFolder) for (const name of await readdir(path)) await visit(join(path, name));
  };
  const { canaries, secret } = planted.bait;
  for (const place of [planted.root, canaries, dirname(secret), user]) await visit(place);
  return found;
}

function difference(before: ReadonlySet<string>, after: ReadonlySet<string>): readonly string[] {
  return [...before.symmetricDifference(after)].sort();
}
