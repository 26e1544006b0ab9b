import { createModel } from "@squire/llm";
import type { Api, Ports } from "@squire/llm";
import { createFetch, systemClock } from "@squire/platform";
import type { ModelEvent } from "@squire/protocol";
import { isTerminal, userText } from "@squire/protocol";
import { call, reply, say, seededRandom, startScriptedServer, think, turn } from "@squire/testkit";
import type { Faults } from "@squire/testkit";
import type { Torture } from "./torture.ts";

const APIS: readonly (readonly [Api, string])[] = [
  ["openai-completions", "/v1"],
  ["openai-responses", "/v1"],
  ["anthropic-messages", ""],
  ["google-generative-ai", "/v1beta"],
];
const AT_ONCE = 16;
const HANG_MS = 10_000;

const scripted = reply(
  think("Let me see, 世界. "),
  say("Grüße 👋 und noch etwas mehr Text. "),
  call("find", { pattern: "**/*.ts" }),
);

const ports: Ports = {
  fetch: createFetch({ env: {} }),
  clock: systemClock,
  random: Math.random,
  credentials: { pick: () => Promise.resolve({ id: "k", secret: "sk-torture" }), report: () => {} },
};

/** A reply cut and reset at every single byte, over all wire protocols, in chunks of random size. */
export const providerCuts: Torture = {
  name: "provider-cuts",
  async run(seed) {
    const random = seededRandom(seed);
    const failures: string[] = [];
    let cases = 0;
    for (const [api, basePath] of APIS) {
      const length = await replyLength(api, basePath);
      const places = Array.from({ length }, (_, at) => at);
      const worker = async (): Promise<void> => {
        for (let at = places.pop(); at !== undefined; at = places.pop()) {
          const chunkBytes = 1 + Math.floor(random() * 64);
          for (const faults of [
            { cutAtByte: at, chunkBytes },
            { resetAtByte: at, chunkBytes },
          ]) {
            const complaint = judge(await ask(api, basePath, faults));
            cases++;
            if (complaint !== null) failures.push(`${api} ${JSON.stringify(faults)}: ${complaint}`);
          }
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, worker));
    }
    return { cases, failures };
  },
};

async function ask(api: Api, basePath: string, faults: Faults): Promise<readonly ModelEvent[]> {
  await using server = await startScriptedServer([turn(scripted, faults)]);
  const config = { name: "t", baseUrl: server.url + basePath, model: "m" };
  const stream = createModel(api, config, ports).stream(
    { model: "m", messages: [userText("x")], tools: [] },
    { signal: AbortSignal.timeout(HANG_MS) },
  );
  const events: ModelEvent[] = [];
  for await (const event of stream) events.push(event);
  return events;
}

function judge(events: readonly ModelEvent[]): string | null {
  const terminals = events.filter(isTerminal);
  if (terminals.length !== 1) return `${terminals.length} terminal events`;
  if (events.at(-1) !== terminals[0]) return "events after the terminal one";
  return terminals[0]?.type === "error" ? null : "a cut reply counted as whole";
}

/** How many bytes can be missing before the reply may count as whole. */
async function replyLength(api: Api, basePath: string): Promise<number> {
  const body = await rawBody(api, basePath);
  // What follows the event that ends the reply carries nothing.
  return body.trimEnd().length - (api === "openai-completions" ? "data: [DONE]".length : 0);
}

async function rawBody(api: Api, basePath: string): Promise<string> {
  let body = "";
  const listening: Ports = {
    ...ports,
    fetch: async (url, init) => {
      const response = await ports.fetch(url, init);
      body = await response.clone().text();
      return response;
    },
  };
  await using server = await startScriptedServer([scripted]);
  const config = { name: "t", baseUrl: server.url + basePath, model: "m" };
  await createModel(api, config, listening)
    .stream(
      { model: "m", messages: [userText("x")], tools: [] },
      { signal: AbortSignal.timeout(HANG_MS) },
    )
    .result();
  return body;
}
