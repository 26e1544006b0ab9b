import { expect, test } from "bun:test";
import { openScript } from "./open-script.ts";

const ECHO = `
process.stdin.setEncoding("utf8");
let rest = "";
process.stdin.on("data", (text) => {
  const lines = (rest + text).split("\\n");
  rest = lines.pop();
  for (const line of lines) console.log(line.toUpperCase() + process.argv[1]);
});
`;

test("a child answers line by line and ends when told", async () => {
  const lines: string[] = [];
  const answered = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<string>();
  const child = openScript(ECHO, ["!"], {
    onLine: (line) => {
      lines.push(line);
      if (lines.length === 2) answered.resolve();
    },
    onEnd: ended.resolve,
  });
  child.send("grüße");
  child.send("x".repeat(300_000));
  await answered.promise;
  expect(lines).toEqual(["GRÜSSE!", `${"X".repeat(300_000)}!`]);
  child.end();
  expect(await ended.promise).toContain("SIGKILL");
  child.send("nobody hears this");
});

test("what a child complains about is told", async () => {
  const ended = Promise.withResolvers<string>();
  openScript("throw new Error('no such engine')", [], {
    onLine: () => {},
    onEnd: ended.resolve,
  });
  expect(await ended.promise).toContain("no such engine");
});
