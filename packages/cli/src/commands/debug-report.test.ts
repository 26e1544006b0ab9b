import { expect, test } from "bun:test";
import { tempWorkspace } from "@squire/testkit";
import { stat } from "node:fs/promises";
import { logError, readErrors } from "../debug/error-log.ts";
import { keepCrash } from "../debug/keep-crash.ts";
import { fakeIo, invoke } from "../testing/fake-io.ts";
import { asked, ioIn, madeSession, TALK } from "../testing/talk.ts";
import { debugReportCommand } from "./debug-report.ts";
import { loginCommand } from "./login.ts";

const ENV_KEY = "qz7-environment-value-1234567890";
const STORED_KEY = "sk-ant-api03-STOREDSTOREDSTOREDSTORED0123456789";

test("CLI-10: a report has versions, system, settings, checks and errors, and no key in it", async () => {
  await using home = await tempWorkspace({
    "home/config.toml": `default_model = "mock/m"\n[[providers]]\nname = "mock"\nkind = "openai"\nbase_url = "http://127.0.0.1:9/v1"\napi_key = "sk-written-0123456789abcdefghijklmn"\nmodels = ["m"]\n`,
  });
  await loginCommand(invoke("login", "anthropic", "--api-key", STORED_KEY), ioIn(home));
  await logError(home.path("home"), {
    at: 1,
    version: "0.0.9",
    message: `could not use ${ENV_KEY} at ${home.root}/x`,
    stack: `Error at f (${home.root}/src/f.ts)`,
  });
  const said = `my key is ${STORED_KEY}, and look into ${home.root}/work`;
  const id = await madeSession(home, [asked(said), ...TALK]);
  const env = { SQUIRE_HOME: home.path("home"), HOME: home.root, OPENAI_API_KEY: ENV_KEY };
  const io = fakeIo({ cwd: home.root, env });
  const report = invoke("debug report", "--in-session", id, "--out", "report.json");
  expect(await debugReportCommand(report, io)).toBe(0);
  expect(io.out()).toBe(`${home.path("report.json")}\n`);

  const text = await home.read("report.json");
  expect(JSON.parse(text)).toMatchObject({
    versions: { squire: expect.stringMatching(/^\d/) as string, bun: expect.any(String) as string },
    system: { platform: process.platform, arch: process.arch },
    settings: expect.arrayContaining([
      { key: "default_model", value: "mock/m", layer: "user" },
    ]) as unknown,
    environment: { keys: expect.arrayContaining(["OPENAI_API_KEY"]) as unknown },
    checks: expect.arrayContaining([expect.objectContaining({ name: "model" })]) as unknown,
    errors: [{ version: "0.0.9", message: expect.stringContaining("could not use") as string }],
    session: { export: { session: { id } } },
  });
  for (const secret of [ENV_KEY, STORED_KEY, "sk-written", home.root]) {
    expect([secret, text.includes(secret)]).toEqual([secret, false]);
  }
  expect(text).toContain("~/work");
  expect((await stat(home.path("report.json"))).mode & 0o777).toBe(0o600);
});

test("CLI-10: without the filter the same report would show them", async () => {
  await using home = await tempWorkspace();
  await logError(home.path("home"), { at: 1, version: "1", message: ENV_KEY, stack: "" });
  const plain = fakeIo({ cwd: home.root, env: { SQUIRE_HOME: home.path("home"), HOME: "/none" } });
  await debugReportCommand(invoke("debug report", "--out", "-"), plain);
  expect(plain.out()).toContain(ENV_KEY);
  expect(plain.out()).toContain(home.root);
});

test("CLI-10: a fault of ours is kept for the report, without what looks like a key", async () => {
  await using home = await tempWorkspace();
  const io = ioIn(home);
  await keepCrash(new Error(`broke with ${STORED_KEY}`), io);
  await keepCrash("not even an error", io);
  const errors = await readErrors(home.path("home"));
  expect(errors.map(({ message }) => message)).toEqual([
    expect.stringMatching(/^broke with /) as string,
    "not even an error",
  ]);
  expect(JSON.stringify(errors)).not.toContain(STORED_KEY);
  const report = ioIn(home);
  await debugReportCommand(invoke("debug report", "--out", "-"), report);
  expect(report.out()).toContain("not even an error");
});

test("CLI-10: it is never written over a file, and a session that is not there is said", async () => {
  await using home = await tempWorkspace({ "mine.json": "mine" });
  const io = ioIn(home);
  expect(await debugReportCommand(invoke("debug report", "--out", "mine.json"), io)).toBe(1);
  expect(io.err()).toContain("--out");
  expect(await home.read("mine.json")).toBe("mine");
  const none = ioIn(home);
  expect(await debugReportCommand(invoke("debug report", "--in-session", "none"), none)).toBe(2);
});
