import { expect, test } from "bun:test";
import { call, say } from "@squire/testkit";
import { apiRig, reader } from "../api/testing/api-rig.ts";

test("RES-15 (part): what was read for code stays in the view, what was read for research does not", async () => {
  const files = {
    "code.md": `# Code\n${"A line about the engine. ".repeat(20)}\n`,
    "lamp.md": "The lamp of the harbour is green and burns all night, every night.\n",
  };
  await using rig = await apiRig(
    [
      call("read", { path: "code.md" }),
      say("Read."),
      call("local_search", { query: "lamp" }),
      call("local_search", { query: "harbour lamp" }),
      call("note_evidence", {
        claim: "The lamp is green.",
        quote: "The lamp of the harbour is green",
        source: "lamp.md",
      }),
      say("Done."),
      say("The lamp is green [1]."),
    ],
    files,
  );
  const { client } = rig;
  const sessionKey = await rig.session();
  const events = reader(client.events(sessionKey));
  await client.call("chat.send", { sessionKey, message: "read the code" });
  await events.next("turn.finished");
  await client.call("research.start", { sessionKey, question: "what colour?", sources: "local" });
  await events.next("turn.finished");
  const last = JSON.stringify(rig.server.requests.findLast(({ wire }) => wire !== null)?.json);
  expect(last).toContain("A line about the engine.");
  expect(last).not.toContain("burns all night");
  expect(last).toContain("The lamp of the harbour is green");
});
