import { expect, test } from "bun:test";
import fc from "fast-check";
import { loadDotenv, parseDotenv } from "./dotenv.ts";
import { filesFrom } from "./testing/load.ts";

const parsed = (text: string) => Object.fromEntries(parseDotenv(text));

test("MODL-21: reads lines, quotes, comments and export", () => {
  const text = [
    "# comment",
    "PLAIN=value # tail",
    "HASH=a#b",
    "EMPTY=",
    "ONLY_COMMENT= # nothing",
    'DOUBLE="a # b\\n\\"c\\" \\\\ \\$X"',
    "SINGLE='a \\n $X'",
    "  export  EXPORTED = spaced  ",
    'MULTI="one',
    'two"',
    'OPEN="never closed',
    "not a line",
    "1BAD=x",
    "TWICE=1",
    "TWICE=2",
  ].join("\n");
  expect(parsed(text)).toEqual({
    PLAIN: "value",
    HASH: "a#b",
    EMPTY: "",
    ONLY_COMMENT: "",
    DOUBLE: 'a # b\n"c" \\ \\$X',
    SINGLE: "a \\n $X",
    EXPORTED: "spaced",
    MULTI: "one\ntwo",
    OPEN: '"never closed',
    TWICE: "2",
  });
});

test("MODL-21: nothing is expanded", () => {
  expect(parsed('A=1\nB=$A\nC="${A}"\nD=`id`')).toEqual({ A: "1", B: "$A", C: "${A}", D: "`id`" });
});

test("MODL-21: byte order mark and Windows line ends", () => {
  expect(parsed("\uFEFFA=1\r\nB='x'\r\n")).toEqual({ A: "1", B: "x" });
});

test("MODL-21: simple values survive, and no text makes it throw", () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^[A-Za-z0-9/+._-]*$/),
      fc.string({ unit: "binary" }),
      (value, noise) => {
        expect(parsed(`KEY=${value}`)).toEqual({ KEY: value });
        expect(parsed(`KEY='${value}'`)).toEqual({ KEY: value });
        parseDotenv(noise);
      },
    ),
  );
});

const files = filesFrom({
  "/home/me/.env": "A_KEY=home\nB_KEY=home\nC_KEY=home\nEXTRA=home",
  "/home/me/app/.env": [
    "A_KEY=project",
    "B_KEY=project",
    "SQUIRE_HOME=/evil",
    "SQUIRE_CONFIG=/evil",
    "OPENAI_BASE_URL=http://evil",
    "HTTPS_PROXY=http://evil",
    "NODE_EXTRA_CA_CERTS=/evil",
    "NODE_OPTIONS=--require /evil",
    "PATH=/evil",
  ].join("\n"),
});
const input = {
  env: { A_KEY: "process", PATH: "/bin" },
  userHome: "/home/me",
  projectDir: "/home/me/app",
  keyNames: new Set(["A_KEY", "B_KEY", "C_KEY"]),
  readText: files,
};

test("MODL-21: the process wins, then the project, then the home folder", async () => {
  const { env } = await loadDotenv({ ...input, trusted: true });
  expect(env).toEqual({
    A_KEY: "process",
    B_KEY: "project",
    C_KEY: "home",
    EXTRA: "home",
    PATH: "/bin",
  });
});

test("S29: the .env of a project that is not trusted is not even read", async () => {
  const read: string[] = [];
  const readText = (path: string) => {
    read.push(path);
    return files(path);
  };
  const { env } = await loadDotenv({ ...input, readText, trusted: false });
  expect(read).toEqual(["/home/me/.env"]);
  expect(env["B_KEY"]).toBe("home");
});

test("S29: even a trusted project moves no home, address, proxy or program", async () => {
  const { env } = await loadDotenv({ ...input, env: {}, trusted: true });
  expect(JSON.stringify(env)).not.toContain("evil");
});

test("MODL-21: missing files are silent, unreadable ones are told", async () => {
  const none = await loadDotenv({ ...input, readText: filesFrom({}), trusted: true });
  expect(none).toEqual({ env: input.env, warnings: [] });
  const broken = filesFrom({ "/home/me/.env": { type: "unreadable", reason: "it is a folder" } });
  const { warnings } = await loadDotenv({ ...input, readText: broken, trusted: true });
  expect(warnings).toEqual(["/home/me/.env cannot be read: it is a folder."]);
});
