import { expect, test } from "bun:test";
import { explainInstall, explainIo } from "./explain.mjs";

const CASES: readonly [output: string, said: RegExp][] = [
  ["npm error code ENOTFOUND\nnpm error errno ENOTFOUND", /registry cannot be reached/],
  ["npm error code EAI_AGAIN", /registry cannot be reached/],
  ["npm error code ECONNREFUSED", /registry cannot be reached/],
  ["npm error code ETIMEDOUT", /registry cannot be reached/],
  ["npm error code SELF_SIGNED_CERT_IN_CHAIN", /certificate is not trusted/],
  ["npm error code EACCES\nnpm error syscall mkdir", /may not be written/],
  ["npm error code EPERM", /may not be written/],
  ["npm error code EROFS", /read-only disk/],
  ["npm error code ENOSPC", /disk is full/],
  ["npm error code EUSAGE\nnpm error Invalid: lock file's", /does not fit package\.json/],
  ["npm error code EINTEGRITY", /damaged/],
  ["npm error code E404\nnpm error 404 Not Found", /does not give out/],
  ["npm error code EWHATEVER", /npm ci ended with code 1/],
];

test.each(CASES)("PKG-1 (part): %j is explained", (output, said) => {
  const problem = explainInstall(output, 1);
  expect(problem.message).toMatch(said);
  expect(problem.message).toContain("run the same command again");
  expect(problem.message).toContain(output.split("\n")[0] ?? "");
  expect(problem.exitCode).toBe(1);
});

test("an interrupted install ends with the signal's exit code", () => {
  const told = explainInstall("npm error process terminated\nnpm error signal SIGTERM", 1);
  expect(told).toMatchObject({ exitCode: 143, message: expect.stringContaining("interrupted") });
  expect(explainInstall("", 130).exitCode).toBe(130);
});

test("warnings of npm do not hide its errors", () => {
  const noise = "npm warn EBADENGINE Unsupported engine\n".repeat(50);
  const { message } = explainInstall(`${noise}npm error code ENOSPC\n${noise}`, 1);
  expect(message).toContain("npm error code ENOSPC");
  expect(message).not.toContain("EBADENGINE");
});

test("a folder that cannot be written is told without npm having run", () => {
  const error = new Error("EROFS: read-only file system, mkdir '.cache'");
  expect(explainIo("/somewhere", error).message).toMatch(/read-only disk.*\n.*Copy Squire/);
});
