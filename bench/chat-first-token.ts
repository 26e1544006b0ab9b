import { openHost } from "@squire/host";
import { openHostApi } from "@squire/host/api";
import { writeFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { median } from "./measure.ts";
import { startMockModel } from "./mock-model.ts";

export type FirstTokenRow = {
  readonly what: string;
  readonly ms: number;
  readonly limit: string;
};

/**
 * From sending a message in chat to the first words a face can show, with a model that answers at once, beside a bare
 * `fetch` of the same reply in the same process: the rest is Squire's own (RES-16).
 */
export async function measureFirstToken(
  home: string,
  runs: number,
): Promise<readonly FirstTokenRow[]> {
  const model = await startMockModel(20, "word ");
  const cwd = join(home, "chat");
  mkdirSync(cwd, { recursive: true });
  writeFileSync(
    join(home, "config.toml"),
    `default_model = "mock/test-1"\n[[providers]]\nname = "mock"\nkind = "openai"\nbase_url = "${model.baseUrl}"\nauth = "none"\nmodels = ["test-1"]\ncontext_window = 128000\n`,
  );
  const env = { SQUIRE_HOME: home, HOME: home, PATH: process.env["PATH"] ?? "" };
  const host = await openHost({ env, cwd, userHome: home, offline: false, warn: () => {} });
  const api = openHostApi({ host, version: "bench" });
  try {
    const client = api.connect({ face: "sdk", clientId: "bench" });
    const first: number[] = [];
    const later: number[] = [];
    const bare: number[] = [];
    for (let run = 0; run <= runs; run++) {
      const { sessionKey } = await client.call("sessions.create", { mode: "chat" });
      const events = client.events(sessionKey)[Symbol.asyncIterator]();
      const times = [await turn(), await turn(), await turn()];
      const alone = await bareMs(model.baseUrl);
      // The first run only warms up.
      if (run > 0) {
        first.push(times[0] ?? Number.NaN);
        later.push(...times.slice(1));
        bare.push(alone);
      }
      await events.return?.();

      async function turn(): Promise<number> {
        const from = performance.now();
        await client.call("chat.send", { sessionKey, message: "hello" });
        let ms = Number.NaN;
        for (;;) {
          const { done, value } = await events.next();
          if (done === true) throw new Error("the session ended");
          const { type } = value.event;
          if (type === "text.delta" && Number.isNaN(ms)) ms = performance.now() - from;
          if (type === "turn.finished") return ms;
        }
      }
    }
    const own = median(later) - median(bare);
    return [
      { what: "first message of a session → first token", ms: median(first), limit: "" },
      { what: "later message → first token", ms: median(later), limit: "" },
      { what: "bare fetch → first bytes", ms: median(bare), limit: "" },
      { what: "own, first message", ms: median(first) - median(bare), limit: "≤ 100 ms" },
      { what: "own, later message", ms: own, limit: "≤ 100 ms" },
    ];
  } finally {
    await api.close();
    model.close();
  }
}

async function bareMs(baseUrl: string): Promise<number> {
  const from = performance.now();
  const response = await fetch(`${baseUrl}/chat/completions`, { method: "POST", body: "{}" });
  const reader = response.body?.getReader();
  await reader?.read();
  const ms = performance.now() - from;
  await reader?.cancel();
  return ms;
}

export function firstTokenTable(rows: readonly FirstTokenRow[]): string {
  const lines = rows.map(({ what, ms, limit }) => `| ${what} | ${ms.toFixed(1)} ms | ${limit} |`);
  return ["| chat | | wanted |", "|---|---|---|", ...lines].join("\n");
}
