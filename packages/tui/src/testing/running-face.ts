import type { JsonValue, SettingInfo } from "@squire/protocol";
import { runTui } from "../run-tui.ts";
import type { ExitInfo, TuiPorts, TuiSettings } from "../tui-options.ts";
import type { Environment } from "../terminal/capabilities.ts";
import { FakeHost } from "./fake-host.ts";
import { FakeTerminal } from "./fake-terminal.ts";
import { FakeTimers } from "./fake-timers.ts";

export type RunningFace = {
  readonly host: FakeHost;
  readonly terminal: FakeTerminal;
  readonly timers: FakeTimers;
  readonly remembered: string[];
  readonly logged: string[];
  readonly ended: Promise<ExitInfo>;
  /** Types and lets a little time pass. */
  readonly type: (text: string) => Promise<void>;
  readonly screen: () => Promise<string>;
  readonly stop: () => Promise<void>;
};

export type FaceOptions = {
  readonly columns?: number;
  readonly rows?: number;
  readonly env?: Environment;
  readonly platform?: string;
  readonly sessionKey?: string | null;
  readonly settings?: Partial<TuiSettings>;
  /** `[tui]` of the settings; the theme is dark. */
  readonly tui?: Readonly<Record<string, JsonValue>>;
  readonly ports?: Partial<TuiPorts>;
};

/** The whole face on an emulator, with a scripted host and a clock of its own. */
export async function startFace(options: FaceOptions = {}): Promise<RunningFace> {
  const host = new FakeHost().on("settings.get", () => ({ settings: settingsOf(options.tui) }));
  const { columns = 100, rows = 30, env, platform } = options;
  const terminal = new FakeTerminal(columns, rows, env, platform);
  const timers = new FakeTimers();
  const remembered: string[] = [];
  const logged: string[] = [];
  const ended = runTui({
    client: host,
    terminal: terminal.port,
    sessionKey: options.sessionKey === undefined ? "s1" : options.sessionKey,
    begin: {},
    settings: { history: [], firstRun: false, ...options.settings },
    ports: {
      now: timers.now,
      setTimer: timers.setTimer,
      editText: () => Promise.resolve(null),
      copyText: () => Promise.resolve(false),
      readImage: () => Promise.resolve({ type: "none", why: "There is no clipboard." }),
      themes: {
        list: () => Promise.resolve([]),
        read: () => Promise.resolve(null),
        watch: () => () => {},
      },
      remember: (prompt) => remembered.push(prompt),
      appendLog: (_file, text) => logged.push(text),
      rest: () => {},
      onWarning: () => () => {},
      onLine: () => () => {},
      ...options.ports,
    },
  });
  // Loading takes real time, which the clock of the test knows nothing of.
  while (host.called("commands.list").length === 0) await timers.pass(5);
  await timers.pass(200);
  return {
    host,
    terminal,
    timers,
    remembered,
    logged,
    ended,
    type: async (text) => {
      terminal.type(text);
      await timers.pass(60);
    },
    screen: async () => (await terminal.emulator.screen()).join("\n"),
    stop: async () => {
      terminal.hangUp();
      await timers.pass(10);
      await host.close();
      await ended;
    },
  };
}

function settingsOf(tui: FaceOptions["tui"] = {}): readonly SettingInfo[] {
  return Object.entries({ theme: "dark", ...tui }).map(([key, value]) => ({
    key: `tui.${key}`,
    value,
    origin: "user",
    description: "",
  }));
}
