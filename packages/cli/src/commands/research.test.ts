import { describe, expect, test } from "bun:test";
import { call, reply, say, startScriptedServer, tempWorkspace } from "@squire/testkit";
import type { TempWorkspace } from "@squire/testkit";
import { dispatch } from "../program.ts";
import { fakeIo, invoke } from "../testing/fake-io.ts";

const CORPUS = {
  "work/corpus/eiffel.md":
    "# Eiffel Tower\nThe Eiffel Tower is a lattice tower in Paris. It was completed on 31 March 1889. The tower is 330 metres tall.\n",
  "work/corpus/cn.md":
    "# CN Tower\nThe CN Tower is a 553.3 metre tower in Toronto, completed in 1976.\n",
};

const EIFFEL = "corpus/eiffel.md";
const CN = "corpus/cn.md";

type Script = Parameters<typeof startScriptedServer>[0];

async function research(home: TempWorkspace, script: Script, ...argv: readonly string[]) {
  await using server = await startScriptedServer(script);
  const config = `default_model = "mock/test-1"
[[providers]]
name = "mock"
kind = "openai"
base_url = "${server.url}/v1"
api_key_env = "MOCK_KEY"
models = ["test-1"]
context_window = 128000
`;
  await home.write("config.toml", config);
  const io = fakeIo({
    cwd: home.path("work"),
    env: {
      SQUIRE_HOME: home.path("home"),
      SQUIRE_CONFIG: home.path("config.toml"),
      HOME: home.root,
      PATH: process.env["PATH"] ?? "",
      MOCK_KEY: "sk-mock",
    },
  });
  const code = await dispatch(invoke("research", ...argv), io);
  return { code, out: io.out(), err: io.err(), requests: server.requests };
}

const GATHER = [
  call("local_search", { query: "height of the Eiffel Tower" }),
  call("local_search", { query: "CN Tower height" }),
  reply(
    call("note_evidence", {
      claim: "The Eiffel Tower is 330 metres tall.",
      quote: "The tower is 330 metres tall.",
      source: EIFFEL,
    }),
    call("note_evidence", {
      claim: "The CN Tower is 553.3 metres tall.",
      quote: "The CN Tower is a 553.3 metre tower in Toronto",
      source: CN,
    }),
  ),
  say("I am done."),
];

describe("research over documents", () => {
  test("RES-7 (part): an answer with numbered quotes in hashed sources", async () => {
    await using home = await tempWorkspace(CORPUS);
    const script = [
      ...GATHER,
      say("The CN Tower is taller: 553.3 metres [2] against 330 metres [1]."),
    ];
    const ran = await research(
      home,
      script,
      "which tower is taller?",
      "--corpus",
      "corpus",
      "--sources",
      "local",
      "--json",
    );
    expect(ran.err).toBe("");
    expect(ran.code).toBe(0);
    const output: unknown = JSON.parse(ran.out);
    expect(output).toMatchObject({
      answer: "The CN Tower is taller: 553.3 metres [1] against 330 metres [2].",
      citations: [
        { n: 1, source: CN, status: "verified", start: 11, end: 57 },
        { n: 2, source: EIFFEL, quote: "The tower is 330 metres tall.", status: "verified" },
      ],
      sources: [
        { id: CN, path: CN },
        { id: EIFFEL, path: EIFFEL },
      ],
      searches: 2,
      partial: null,
    });
  });
});
