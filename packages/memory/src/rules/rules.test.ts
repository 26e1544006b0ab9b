import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { matchesGlobs } from "./glob.ts";
import { expandPrompt, readPrompt, readRule } from "./read-rule.ts";
import { loadedRule, ruleStack } from "./rule-stack.ts";
import type { FileRule } from "./rule.ts";

function ruleOf(text: string, path = ".squire/rules/a.md"): FileRule {
  const read = readRule({ path, file: `/repo/${path}`, owner: "project", text });
  if (read.type !== "rule") throw new Error(read.type);
  return read.rule;
}

function problemOf(text: string): string | null {
  const read = readRule({ path: "a.md", file: "/home/a.md", owner: "user", text });
  return read.type === "malformed" ? read.problem : null;
}

describe("files", () => {
  test("MEM-8 (part): globs come as a text, a comma list, a list in brackets or below, with and without quotes", () => {
    for (const front of [
      "globs: *.ts,src/{a,b}/**",
      'globs: "*.ts, src/{a,b}/**"',
      "globs: [*.ts, 'src/{a,b}/**']",
      'globs:\n  - "*.ts"\n  - src/{a,b}/**',
      "applyTo: '*.ts,src/{a,b}/**'",
      "paths:\n- '*.ts'\n- src/{a,b}/**",
    ]) {
      const { when } = ruleOf(`---\n${front}\ndescription: about\n---\nbody`);
      expect(when).toEqual({ type: "touched", globs: ["*.ts", "src/{a,b}/**"] });
    }
  });

  test("MEM-8 (part): alwaysApply wins over globs; without either a rule holds always, false means on request", () => {
    expect(ruleOf("plain words").when).toEqual({ type: "always" });
    expect(ruleOf("---\nglobs: *.ts\nalwaysApply: true\n---\nx").when).toEqual({ type: "always" });
    expect(ruleOf("---\ndescription: d\nalwaysApply: false\nglobs:\n---\nx").when).toEqual({
      type: "asked",
    });
    expect(ruleOf("---\r\ndescription:  d  d \r\n---\r\nx\r\n")).toMatchObject({
      description: "d d",
      body: "x",
    });
  });

  test("MEM-8 (part): malformed front matter is named, a blank file is none", () => {
    expect(problemOf("---\nglobs: *.ts\nbody")).toContain("no end");
    expect(problemOf("---\nglobs: [*.ts\n---\nx")).toContain("line 2");
    expect(problemOf("---\nwhat is this\n---\nx")).toContain("line 2");
    expect(problemOf("---\nalwaysApply: maybe\n---\nx")).toContain("true or false");
    expect(problemOf("---\nglobs: a\nglobs: b\n---\nx")).toContain("twice");
    const blank = {
      path: "a",
      file: "/a",
      owner: "user",
      text: "---\nglobs: a\n---\n \n",
    } as const;
    expect(readRule(blank).type).toBe("blank");
  });

  // Each of these took minutes when its time grew with the square of its length.
  test("MEM-8 (part): a file of any length is done with soon: what nobody writes by hand is malformed", () => {
    const of = (front: string): string | null => problemOf(`---\n${front}\n---\nx`);
    expect(of(`globs:\n${"- a\n".repeat(250_000)}`)).toBe("globs is too long a list");
    expect(of(`globs:\n${"- a\n".repeat(100)}`)).toBe("it has more than 64 globs");
    expect(of(`globs: [${"'".repeat(900_000)}]`)).toBe("line 2 is too long");
    expect(of(`a:${" ".repeat(900_000)}\u2028`)).toBe("line 2 is too long");
    expect(of(`globs: ${"a".repeat(1_001)}`)).toBe("a glob has more than 1000 characters");
    expect(of(`globs: ${"a".repeat(1_000)}`)).toBeNull();
    const choices = (count: number): string => `{${",".repeat(count - 1)}}.ts`;
    expect(of(`globs: ${choices(256)}`)).toBeNull();
    expect(of(`globs: ${choices(257)}`)).toContain("more than 256 patterns");
    expect(of(`globs: ${"{a,b}".repeat(9)}`)).toContain("more than 256 patterns");
  });

  test("MEM-8 (part): whatever stands in a file is read without throwing", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string(), (head, body) => {
        readRule({ path: "a", file: "/a", owner: "user", text: `---\n${head}\n---\n${body}` });
        readPrompt("a", "a", `---\n${head}`);
      }),
    );
  });

  test("MEM-8 (part): a prompt takes its words at $ARGUMENTS, or below its text", () => {
    const read = readPrompt(
      "fix",
      "p",
      "---\ndescription: d\n---\nFix $ARGUMENTS now, $ARGUMENTS!",
    );
    if (read.type !== "prompt") throw new Error(read.type);
    const { prompt } = read;
    expect(expandPrompt(prompt, "a$&b")).toBe("Fix a$&b now, a$&b!");
    expect(expandPrompt({ ...prompt, body: "Look around." }, "at x")).toBe("Look around.\n\nat x");
    expect(expandPrompt({ ...prompt, body: "Look around." }, "")).toBe("Look around.");
    expect(readPrompt("../x", "p", "x").type).toBe("malformed");
    expect(readPrompt("x", "p", "---\nno end").type).toBe("malformed");
    expect(readPrompt("x", "p", " ").type).toBe("blank");
  });
});

describe("globs", () => {
  test("MEM-8 (part): mean what people mean by them", () => {
    const yes: readonly (readonly [string, string])[] = [
      ["*.ts", "deep/down/a.ts"],
      ["src/**", "src/a/b.ts"],
      ["src/", "src/a/b.ts"],
      ["**/*.test.ts", "a.test.ts"],
      ["src/**/*.{ts,tsx}", "src/x.tsx"],
      ["./src/*.ts", "src/a.ts"],
      ["{a,b{c,d}}/x", "bd/x"],
      ["file[0-9].txt", "file7.txt"],
      ["file[!0-9].txt", "filex.txt"],
      ["a?c", "abc"],
      ["**", "anything/at/all"],
    ];
    const no: readonly (readonly [string, string])[] = [
      ["src/*.ts", "src/a/b.ts"],
      ["/a.ts", "src/a.ts"],
      ["*.ts", "a.tsx"],
      ["file[0-9].txt", "filex.txt"],
      ["src/**/*.ts", "lib/a.ts"],
      ["a?c", "a/c"],
      ["[", "a"],
    ];
    for (const [glob, path] of yes)
      expect([glob, path, matchesGlobs([glob], path)]).toEqual([glob, path, true]);
    for (const [glob, path] of no)
      expect([glob, path, matchesGlobs([glob], path)]).toEqual([glob, path, false]);
    expect(matchesGlobs(["*.ts", "!*.test.ts"], "a.test.ts")).toBe(false);
  });

  test("MEM-8 (part): a hostile pattern ends, and a path matches itself", () => {
    const hostile = `${"{a,b}".repeat(40)}${"*a".repeat(200)}`;
    expect(matchesGlobs([hostile, "**/".repeat(300) + "b"], `${"a/".repeat(300)}x`)).toBe(false);
    expect(matchesGlobs([`{${",".repeat(500_000)}`], "a/b.ts")).toBe(false);
    expect(matchesGlobs(["{".repeat(500_000), "x{a},{b,c}"], "x{a},c")).toBe(true);
    const name = fc.stringMatching(/^[a-z0-9._-]{1,8}$/);
    fc.assert(
      fc.property(fc.array(name, { minLength: 2, maxLength: 5 }), (parts) => {
        const path = parts.join("/");
        expect(matchesGlobs([`/${path}`], path)).toBe(true);
        expect(matchesGlobs([`**/${parts.at(-1) ?? ""}`], path)).toBe(true);
      }),
    );
  });
});

describe("what the model is told", () => {
  test("MEM-8 (part): the same rules in any order give the same bytes, within their limit, cut with a mark", () => {
    const rules = ["c", "a", "b"].map((name) => ruleOf(`rule ${name}`, `.squire/rules/${name}.md`));
    const asked = ruleOf(
      "---\nalwaysApply: false\ndescription: how we log\n---\nx",
      ".squire/rules/log.mdc",
    );
    const [part, ...more] = ruleStack([...rules, asked]);
    expect(more).toEqual([]);
    expect(ruleStack([asked, ...rules.toReversed()])).toEqual([part ?? { title: "", text: "" }]);
    expect(part?.title).toBe("Project rules");
    expect(part?.text).toBe(
      "Rules to read when they are about what you do:\n- /repo/.squire/rules/log.mdc: how we log\n\n" +
        "## .squire/rules/a.md\nrule a\n\n## .squire/rules/b.md\nrule b\n\n## .squire/rules/c.md\nrule c",
    );
    const [long] = ruleStack([ruleOf("😀".repeat(9_000))]);
    expect(long?.text.length).toBeLessThanOrEqual(8_000);
    expect(long?.text).toEndWith("\n[…cut: the rest is in /repo/.squire/rules/a.md]");
    expect(long?.text.isWellFormed()).toBe(true);
  });

  test("MEM-8 (part): where room is short the names of rules stay, of those to ask for and of those that did not fit", () => {
    const long = ["a", "b", "c"].map((name) =>
      ruleOf(`${name} line\n`.repeat(700), `.squire/rules/${name}.md`),
    );
    const asked = ruleOf("---\nalwaysApply: false\n---\nx", ".squire/rules/log.mdc");
    const [part] = ruleStack([...long, asked]);
    const text = part?.text ?? "";
    expect(text).toStartWith(
      "Rules to read when they are about what you do:\n- /repo/.squire/rules/log.mdc\n\n## .squire/rules/a.md\na line\n",
    );
    expect(text).toContain("\nb line\n[…cut: the rest is in /repo/.squire/rules/b.md]\n\n");
    expect(text).toEndWith("\n\nRules that hold too; read them:\n- /repo/.squire/rules/c.md");
    expect(text.length).toBeLessThanOrEqual(8_000);
    expect(loadedRule(ruleOf(`---\nglobs: *.ts\n---\n${"x".repeat(9_000)}`))).toEndWith(
      "\n[…cut: the rest is in /repo/.squire/rules/a.md]",
    );
  });

  test("MEM-8 (part): whatever rules there are, they stay within their limit", () => {
    const name = fc.string({ minLength: 1, maxLength: 300 });
    const one = fc.record({ name, size: fc.nat(9_000), isAsked: fc.boolean() });
    fc.assert(
      fc.property(fc.array(one, { maxLength: 40 }), (all) => {
        const rules = all.map(({ name: path, size, isAsked }): FileRule => {
          const when = { type: isAsked ? "asked" : "always" } as const;
          const body = "x".repeat(size);
          return { path, file: `/${path}`, owner: "user", when, description: path, body };
        });
        for (const { text } of ruleStack(rules)) expect(text.length).toBeLessThanOrEqual(8_000);
      }),
    );
  });

  test("MEM-8 (part): a rule that is loaded says where it comes from", () => {
    expect(loadedRule(ruleOf("---\nglobs: *.ts\n---\nuse tabs"))).toBe(
      "A rule of this project (.squire/rules/a.md, for *.ts). The user wins over it.\n\nuse tabs",
    );
  });
});
