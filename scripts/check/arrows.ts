import type { Rule, Violation } from "./source-file.ts";
import { isTest, packageOf } from "./source-file.ts";

const ENGINE = ["protocol", "platform", "llm", "agent", "session", "safety"];
const WORK = ["tools", "memory", "research", "extend"];
const FACES = ["gateway", "stdio", "acp", "tui", "web"];

/** Which package may import which, bottom up (ARCHITECTURE.md §3). */
export const ARROWS: Readonly<Record<string, readonly string[]>> = {
  protocol: [],
  platform: [],
  ranking: [],
  llm: ["protocol", "ranking"],
  agent: ["protocol", "llm"],
  session: ["protocol", "platform"],
  safety: ["protocol", "platform"],
  tools: ["protocol", "platform", "agent", "session", "safety"],
  memory: [...ENGINE, "ranking"],
  research: [...ENGINE, "ranking"],
  extend: ENGINE,
  host: [...ENGINE, "ranking", ...WORK],
  client: ["protocol"],
  gateway: ["protocol", "platform", "host", "client"],
  stdio: ["protocol", "host", "client"],
  acp: ["protocol", "host", "client"],
  tui: ["protocol", "client"],
  web: ["protocol", "client"],
  cli: [...ENGINE, "ranking", ...WORK, "host", "client", ...FACES],
  testkit: ["protocol", "platform"],
};

/** Packages that tests may use besides what their package may. */
const FOR_TESTS = ["testkit"];

export const arrows: Rule = (files) =>
  files.flatMap((file) => {
    const from = packageOf(file.path);
    if (from === null) return [];
    const allowed = ARROWS[from];
    if (allowed === undefined) {
      return [{ path: file.path, message: `${from} is not in the table of arrows: add it there.` }];
    }
    return file.imports.flatMap(({ specifier, line }): Violation[] => {
      const to = /^@squire\/([^/]+)/.exec(specifier)?.[1];
      if (to === undefined || allowed.includes(to)) return [];
      if (isTest(file.path) && (to === from || FOR_TESTS.includes(to))) return [];
      const message =
        to === from
          ? `${from} imports itself by name: use a relative path.`
          : `${from} may not import ${to}: move the type to protocol or the behaviour to a port.`;
      return [{ path: file.path, line, message }];
    });
  });
