import { expect, test } from "bun:test";
import { sep } from "node:path";
import { runScript } from "./run-script.ts";

async function run(source: string, args: readonly string[], isOver: (output: string) => boolean) {
  let [output, timeIsUp] = ["", (): void => {}];
  const clock = {
    timer(_ms: number, over: () => void) {
      timeIsUp = over;
      return { cancel: () => {} };
    },
  };
  const onOutput = (chunk: Uint8Array): void => {
    output += Buffer.from(chunk).toString();
    if (isOver(output)) timeIsUp();
  };
  const end = await runScript(source, args, { timeoutMs: 5_000, onOutput, clock });
  return { output, end };
}

test("a script gets its arguments and nothing of our environment", async () => {
  const source = `console.log(JSON.stringify([process.argv.slice(1), process.env.PATH ?? null, process.cwd()]))`;
  const { output, end } = await run(source, ["a b", "--flag", '{"x":1}'], () => false);
  const top = process.cwd().slice(0, process.cwd().indexOf(sep) + 1);
  expect(JSON.parse(output)).toEqual([["a b", "--flag", '{"x":1}'], null, top]);
  expect(end).toMatchObject({ end: "exited", exitCode: 0 });
});

test("what it has said is there when its time is over, whatever it is busy with", async () => {
  const source = `
    const { DatabaseSync } = process.getBuiltinModule("node:sqlite");
    const database = new DatabaseSync(":memory:");
    console.log("begun");
    database.prepare("with recursive t(x) as (select 1 union all select x + 1 from t) select count(*) from t").get();
  `;
  const { output, end } = await run(source, [], (said) => said === "begun\n");
  expect(output).toBe("begun\n");
  expect(end.end).toBe("timed-out");
});
