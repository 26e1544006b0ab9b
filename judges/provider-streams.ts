import { createFetch, systemClock } from "@squire/platform";
import { createModel } from "@squire/llm";
import type { ModelEvent, TerminalEvent } from "@squire/protocol";
import { isTerminal, textOf, userText } from "@squire/protocol";
import { raw, seededRandom, startScriptedServer } from "@squire/testkit";
import type { Faults, ScriptedServer } from "@squire/testkit";
import { Tally } from "./judge.ts";
import type { Judge } from "./judge.ts";
import type { Expected } from "./oracle/expected.ts";
import { readRecordings } from "./recording.ts";
import type { Recording } from "./recording.ts";

const RANDOM_CUTS = 24;
const SPLIT_CHARACTER_CUTS = 6;
const AT_ONCE = 8;
const HANG_MS = 10_000;
// One byte per write is the hardest test of framing, but takes minutes for the largest files.
const MOST_SINGLE_BYTES = 20_000;

/** Recorded vendor streams through the scripted server and the real HTTP path. */
export const providerStreamsJudge: Judge = {
  name: "provider-streams",
  needs: "provider-streams",
  async run(folder) {
    const tally = new Tally();
    const recordings = readRecordings(folder);
    const jobs = recordings.flatMap((recording) => [
      () => judgeWhole(recording, tally),
      ...cutsOf(recording).map((fault) => () => judgeCut(recording, fault, tally)),
    ]);
    await inParallel(jobs, AT_ONCE);
    return tally.verdict(`${recordings.length} recordings, whole, in pieces, cut and reset`);
  },
};

async function judgeWhole(recording: Recording, tally: Tally): Promise<void> {
  const expected = await withServer(recording, {}, ({ url }) => recording.family.expect(url));
  const small = recording.bytes.length <= MOST_SINGLE_BYTES ? 1 : 61;
  for (const faults of [{}, { chunkBytes: small }, { chunkBytes: 4093 }] satisfies Faults[]) {
    const events = await ask(recording, faults);
    const difference = compare(events, expected);
    const how = JSON.stringify(faults);
    tally.check(difference === null, () => `${recording.name} ${how}: ${difference ?? ""}`);
  }
}

async function judgeCut(recording: Recording, faults: Faults, tally: Tally): Promise<void> {
  const events = await ask(recording, faults);
  const terminals = events.filter(isTerminal);
  const ok =
    terminals.length === 1 &&
    terminals[0]?.type === "error" &&
    isTerminal(events.at(-1) ?? NOTHING);
  const seen = () => terminals.map((event) => event.type).join(",") || "no terminal event";
  tally.check(ok, () => `${recording.name} ${JSON.stringify(faults)}: ${seen()}`);
}

const NOTHING: ModelEvent = { type: "warning", code: "none", message: "" };

/** Inside characters, inside lines, before the last frame: as a clean end and as a dead socket. */
function cutsOf({ name, bytes, lastFrameAt, family }: Recording): readonly Faults[] {
  const random = seededRandom(name.length + bytes.length);
  const continuation = [...bytes.keys()].filter((at) => ((bytes[at] ?? 0) & 0xc0) === 0x80);
  // Gemini says nothing after its last frame; everything up to the frame's end is still a cut.
  const end = family.folder === "google" ? bytes.length - 1 : lastFrameAt + 1;
  const places = new Set([0, 1, 6, lastFrameAt - 7, lastFrameAt, end, Math.floor(end / 2)]);
  for (let n = 0; n < SPLIT_CHARACTER_CUTS && continuation.length > 0; n++) {
    places.add(continuation[Math.floor(random() * continuation.length)] ?? 0);
  }
  for (let n = 0; n < RANDOM_CUTS; n++) places.add(Math.floor(random() * end));
  return [...places].flatMap((at) => [{ cutAtByte: at }, { resetAtByte: at }]);
}

async function ask(recording: Recording, faults: Faults): Promise<readonly ModelEvent[]> {
  return withServer(recording, faults, async ({ url }) => {
    const { api, basePath } = recording.family;
    const model = createModel(
      api,
      { name: "judge", baseUrl: url + basePath, model: "m", apiKey: "sk-judge" },
      {
        fetch: createFetch({ env: {} }),
        clock: systemClock,
        random: Math.random,
        credentials: { pick: () => Promise.resolve(null), report: () => {} },
      },
    );
    const request = { model: "m", messages: [userText("x")], tools: [] };
    const events: ModelEvent[] = [];
    const stream = model.stream(request, { signal: AbortSignal.timeout(HANG_MS) });
    for await (const event of stream) events.push(event);
    return events;
  });
}

async function withServer<T>(
  recording: Recording,
  faults: Faults,
  use: (server: ScriptedServer) => Promise<T>,
): Promise<T> {
  await using server = await startScriptedServer([raw(recording.bytes, faults)]);
  return await use(server);
}

function compare(events: readonly ModelEvent[], expected: Expected): string | null {
  const terminals = events.filter(isTerminal);
  const [terminal] = terminals;
  if (terminal === undefined || terminals.length > 1) return `${terminals.length} terminal events`;
  const got = terminal.type === "finish" ? replyOf(terminal, events) : { stop: "error" };
  const wanted = expected.stop === "error" ? { stop: "error" } : expected;
  const [ours, theirs] = [JSON.stringify(got), JSON.stringify(wanted)];
  return ours === theirs ? null : `got ${ours.slice(0, 300)}, expected ${theirs.slice(0, 300)}`;
}

function replyOf(
  terminal: Extract<TerminalEvent, { type: "finish" }>,
  events: readonly ModelEvent[],
): Expected {
  const { content } = terminal.message;
  const text = textOf(terminal.message);
  const streamed = events.map((event) => (event.type === "text.delta" ? event.text : "")).join("");
  return {
    text: streamed === text ? text : `streamed ${streamed} but kept ${text}`,
    thinking: content.map((block) => (block.type === "thinking" ? block.text : "")).join(""),
    calls: content.flatMap((block) =>
      block.type === "call"
        ? [{ name: block.name, args: JSON.parse(block.argsText) as unknown }]
        : [],
    ),
    usage: { input: terminal.usage.input, output: terminal.usage.output },
    stop: terminal.reason,
  };
}

async function inParallel(jobs: readonly (() => Promise<void>)[], atOnce: number): Promise<void> {
  let next = 0;
  const worker = async () => {
    for (let job = jobs[next++]; job !== undefined; job = jobs[next++]) await job();
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
