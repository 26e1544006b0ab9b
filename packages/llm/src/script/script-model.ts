import { isTerminal } from "@squire/protocol/values";
import type { Model, ModelEvent, ModelFailure, Origin } from "@squire/protocol";
import { replayableStream } from "./replayable-stream.ts";
import { scriptReader } from "./script-lines.ts";
import type { ScriptedEvents, ScriptSource } from "./script-lines.ts";
import { endUnfinished } from "./unfinished.ts";

/**
 * A model that replays a recording, one reply per request, whatever the request says (PROV-30).
 * A bad line or the end of the recording is an `error` event like any other failure.
 */
export function scriptModel(source: ScriptSource, id = "script/replay"): Model {
  const take = scriptReader(source);
  const [provider = ""] = id.split("/");
  return {
    id,
    stream(request, { signal }) {
      const origin: Origin = { provider, wire: "script", model: request.model };
      return replayableStream(replay(take(), origin, signal));
    },
  };
}

async function* replay(
  { events, failure }: ScriptedEvents,
  origin: Origin,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent> {
  const delivered: ModelEvent[] = [];
  for (const event of events) {
    if (signal.aborted) break;
    delivered.push(event);
    yield event;
    if (isTerminal(event)) return;
  }
  yield* endUnfinished(delivered, signal.aborted || !failure ? ABORTED : failure, origin);
}

const ABORTED: ModelFailure = {
  kind: "aborted",
  message: "The request was aborted.",
  retryable: false,
};
