import { expect, test } from "bun:test";
import { tempWorkspace } from "@squire/testkit";
import { localDocuments } from "./local-documents.ts";

test("RES-13 (part): a folder is read as documents, and no further once somebody has stopped it", async () => {
  const files = Array.from({ length: 100 }, (_, at) => [
    `work/${at}.md`,
    `# Page ${at}\n\nText.\n`,
  ]);
  await using home = await tempWorkspace(Object.fromEntries(files));
  const stop = new AbortController();
  let asked = 0;
  const wish = {
    host: { cwd: home.path("work"), home: home.path("home") },
    sessionId: "s",
    redact: (text: string) => text,
    mayRead: () => {
      asked += 1;
      return true;
    },
    signal: stop.signal,
  };
  expect(await localDocuments(wish)).toHaveLength(100);
  expect(asked).toBe(100);
  const reading = localDocuments({
    ...wish,
    mayRead: () => {
      stop.abort(new Error("stopped by the user"));
      return true;
    },
  });
  expect(await reading.catch(String)).toBe("Error: stopped by the user");
});
