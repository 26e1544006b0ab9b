import { describe, expect, test } from "bun:test";
import {
  cmdCommand,
  cmdWord,
  powershellCommand,
  resolveProgram,
  startOf,
  windowsPath,
} from "./windows.ts";

const lookup = (...files: readonly string[]) => ({
  path: String.raw`C:\a;;relative;C:\b`,
  pathExt: ".COM;.EXE;.CMD",
  isFile: (path: string) => files.includes(path),
});

describe("SH-10: Windows", () => {
  test("SH-10: a bare name is looked for in each folder of PATH with each ending", () => {
    const files = lookup(
      String.raw`C:\a\npm.cmd`,
      String.raw`C:\b\npm.exe`,
      String.raw`C:\b\node.exe`,
    );
    expect(resolveProgram("npm", files)).toBe(String.raw`C:\a\npm.cmd`);
    expect(resolveProgram("node", files)).toBe(String.raw`C:\b\node.exe`);
    expect(resolveProgram("node.EXE", lookup(String.raw`C:\a\node.EXE`))).toBe(
      String.raw`C:\a\node.EXE`,
    );
    expect(resolveProgram("git", files)).toBeNull();
    expect(resolveProgram(String.raw`D:\x\tool`, lookup(String.raw`D:\x\tool.exe`))).toBe(
      String.raw`D:\x\tool.exe`,
    );
  });

  test("SH-10: neither the current folder nor a relative one is searched", () => {
    expect(resolveProgram("npm", lookup("npm.cmd", String.raw`relative\npm.cmd`))).toBeNull();
  });

  test.each([
    ["plain", "plain"],
    ["", '""'],
    ["two words", '"two words"'],
    ['say "hi"', '"say ""hi"""'],
    ["a&b|c>d", '"a&b|c>d"'],
    ["100%", '"100%%cd:~,%"'],
    ["%PATH%", '"%%cd:~,%PATH%%cd:~,%"'],
    [String.raw`C:\dir with space\ `.trimEnd(), String.raw`"C:\dir with space\\"`],
    [String.raw`a\"b`, String.raw`"a\\""b"`],
    [String.raw`C:\plain\dir`, String.raw`C:\plain\dir`],
  ])("SH-10: %p is quoted as %p", (text, expected) => {
    expect(cmdWord(text)).toBe(expected);
  });

  test("SH-10: an argument cannot begin a line of its own", () => {
    expect(() => cmdWord("a\r\nformat c:")).toThrow("line break");
  });

  test("SH-10: batch files go through cmd.exe, programs do not", () => {
    expect(startOf(String.raw`C:\b\node.exe`, ["a b"])).toEqual({
      file: String.raw`C:\b\node.exe`,
      args: ["a b"],
      verbatim: false,
    });
    expect(startOf(String.raw`C:\Program Files\npm.CMD`, ["run", 'x "y"'])).toEqual({
      file: "cmd.exe",
      args: ["/d", "/s", "/c", String.raw`""C:\Program Files\npm.CMD" run "x ""y""""`],
      verbatim: true,
    });
  });

  test("SH-10: command lines are in UTF-8: one & for cmd, a prelude for PowerShell", () => {
    expect(cmdCommand("dir & echo é").args.at(-1)).toBe('"chcp 65001>nul & (dir & echo é) 2>&1"');
    const { file, args } = powershellCommand("Get-ChildItem");
    expect(file).toBe("powershell.exe");
    expect(args.at(-2)).toBe("-Command");
    expect(args.at(-1)).toMatch(/^\[Console\]::OutputEncoding=.*UTF8Encoding.*;Get-ChildItem$/);
  });

  test("SH-10: Git's folders come last, and each folder once whatever its case", () => {
    const path = String.raw`C:\Windows;c:\windows\;D:\Tools;C:\Git\CMD`;
    expect(windowsPath(path, String.raw`C:\Git`)).toBe(
      String.raw`C:\Windows;D:\Tools;C:\Git\CMD;C:\Git\mingw64\bin;C:\Git\usr\bin`,
    );
    expect(windowsPath(path, null)).toBe(String.raw`C:\Windows;D:\Tools;C:\Git\CMD`);
  });
});
