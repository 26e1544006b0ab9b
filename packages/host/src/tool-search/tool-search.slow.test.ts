import { expect, test } from "bun:test";
import { findModelFiles, localEmbedder } from "@squire/memory";
import { systemClock } from "@squire/platform";
import { tempWorkspace } from "@squire/testkit";
import { openToolSearch } from "./tool-search.ts";
import { openVectorCache } from "./tool-vectors.ts";

const TRADES =
  "baker carpenter dentist electrician florist gardener hatter ironmonger jeweller knitter locksmith mason notary " +
  "optician plumber quilter roofer saddler tailor upholsterer vet welder engraver cobbler brewer butcher cooper " +
  "dyer fletcher glazier";

const TOOLS = [
  { name: "play_track", description: "Starts playback of music by an artist." },
  { name: "precipitation_report", description: "Tells the weather of the next days." },
  ...TRADES.split(" ").map((trade) => ({
    name: `register_${trade}`,
    description: `Enters a ${trade} in the register of trades.`,
  })),
].map((tool) => ({ ...tool, parameters: { type: "object", properties: {} } }));

test("the model that comes with Squire finds a tool that shares no word with the request, twice the same", async () => {
  await using workspace = await tempWorkspace();
  const embedder = localEmbedder({
    files: () => findModelFiles(workspace.root),
    clock: systemClock,
  });
  using cache = openVectorCache(workspace.path("tool-vectors.db"));
  const find = async (meaning: Parameters<typeof openToolSearch>[0]["meaning"]) => {
    const search = openToolSearch({ tools: TOOLS, meaning });
    const ask = (request: string) => search.search(request, { k: 3 });
    return [await ask("Will I need an umbrella tomorrow?"), await ask("Any songs of the Beatles")];
  };
  try {
    const found = await find({ embedder, cache });
    expect(found.map(([first]) => first?.name)).toEqual(["precipitation_report", "play_track"]);
    expect(await find({ embedder, cache })).toEqual(found);
    expect(await find(null)).toEqual([[], []]);
  } finally {
    embedder.close();
  }
  // Four seconds; sixty where many others want the same core.
}, 180_000);
