import { describe, expect, test } from "bun:test";
import { tempWorkspace } from "@squire/testkit";
import type { TempWorkspace } from "@squire/testkit";
import * as fc from "fast-check";
import { existsSync } from "node:fs";
import { updateCommand } from "../commands/update.ts";
import { invoke } from "../testing/fake-io.ts";
import { ioIn } from "../testing/talk.ts";
import { compareVersions, isVersion } from "./compare-versions.ts";
import { latestVersion } from "./latest-version.ts";
import type { LatestInput } from "./latest-version.ts";
import { installedHow, updateAdvice } from "./update-advice.ts";

const HOUR = 60 * 60 * 1000;

type Answer = { readonly status?: number; readonly body: string } | "broken";

/** A port that counts how often somebody is asked. */
function asking(home: TempWorkspace, answer: Answer) {
  const asked: string[] = [];
  const at = (now: number, more: Partial<LatestInput> = {}): Promise<string | null> =>
    latestVersion({
      url: "https://updates.example.net/latest",
      cacheFile: home.path("cache/update.json"),
      now: () => now,
      signal: new AbortController().signal,
      fresh: false,
      fetch: (url) => {
        asked.push(url);
        return answer === "broken"
          ? Promise.reject(new Error("no network"))
          : Promise.resolve(new Response(answer.body, { status: answer.status ?? 200 }));
      },
      ...more,
    });
  return { asked, at };
}

describe("CLI-6: the look for updates", () => {
  test("CLI-6: nobody is asked unless the settings say who", async () => {
    await using home = await tempWorkspace();
    const io = ioIn(home);
    expect(await updateCommand(invoke("update"), io)).toBe(2);
    expect(io.err()).toContain("update.url");
    expect(await updateCommand(invoke("update", "--json"), ioIn(home))).toBe(2);
  });

  test("CLI-6: an answer is good for 24 hours", async () => {
    await using home = await tempWorkspace();
    const { asked, at } = asking(home, { body: '{"version":"9.1.0"}' });
    expect(await at(0)).toBe("9.1.0");
    expect(await at(23 * HOUR)).toBe("9.1.0");
    expect(asked).toHaveLength(1);
    expect(await at(25 * HOUR)).toBe("9.1.0");
    expect(await at(25 * HOUR, { fresh: true })).toBe("9.1.0");
    expect(await at(25 * HOUR, { url: "https://other.example.net" })).toBe("9.1.0");
    expect(asked).toHaveLength(4);
    // A clock that was set back makes an answer of the future worth nothing.
    await at(0, { url: "https://other.example.net" });
    expect(asked).toHaveLength(5);
  });

  test.each<Answer>([
    "broken",
    { status: 500, body: '{"version":"9.1.0"}' },
    { body: "<html>" },
    { body: '{"version":"latest; rm -rf /"}' },
    { body: "null" },
  ])("CLI-6: %j is passed over in silence and leaves nothing behind", async (answer) => {
    await using home = await tempWorkspace();
    const { asked, at } = asking(home, answer);
    expect(await at(0)).toBeNull();
    expect(await at(1)).toBeNull();
    expect(asked).toHaveLength(2);
    expect(existsSync(home.path("cache/update.json"))).toBe(false);
  });

  test("CLI-6: a kept answer that is not ours is asked for again", async () => {
    await using home = await tempWorkspace({ "cache/update.json": '{"at":1,"latest":"x"}' });
    const { asked, at } = asking(home, { body: '{"version":"9.1.0"}' });
    expect(await at(2)).toBe("9.1.0");
    expect(asked).toHaveLength(1);
  });

  test("CLI-6: prereleases are below the bare version, in order", () => {
    const rising =
      "1.0.0-alpha 1.0.0-alpha.1 1.0.0-alpha.beta 1.0.0-beta 1.0.0-beta.2 1.0.0-beta.11 1.0.0-rc.1 1.0.0 1.0.1 1.2.0 1.10.0 2.0.0-rc.1 2.0.0";
    const versions = rising.split(" ");
    for (const [at, version] of versions.entries()) {
      for (const [other, second] of versions.entries()) {
        expect([version, second, Math.sign(compareVersions(version, second))]).toEqual([
          version,
          second,
          Math.sign(at - other),
        ]);
      }
    }
    expect(compareVersions("v1.0.0+build.7", "1.0.0")).toBe(0);
  });

  test("CLI-6: comparing is an order", () => {
    const number = fc.nat(20);
    const tail = fc.oneof(fc.constant(""), fc.constantFrom("-a", "-a.1", "-1", "-rc.2"));
    const version = fc
      .tuple(number, number, number, tail)
      .map(([a, b, c, d]) => `${a}.${b}.${c}${d}`);
    fc.assert(
      fc.property(version, version, version, (a, b, c) => {
        expect(isVersion(a)).toBe(true);
        expect(Math.sign(compareVersions(a, b))).toBe(-Math.sign(compareVersions(b, a)) || 0);
        if (compareVersions(a, b) <= 0 && compareVersions(b, c) <= 0) {
          expect(compareVersions(a, c)).toBeLessThanOrEqual(0);
        }
      }),
    );
  });

  test("CLI-6: what was started by npx gets other advice", () => {
    expect(installedHow("/home/u/.npm/_npx/3f/node_modules/x/squire", true)).toBe("npx");
    expect(installedHow("/usr/lib/node_modules/squire/bin/squire", true)).toBe("npm");
    expect(installedHow("/usr/local/bin/squire", true)).toBe("binary");
    expect(installedHow("/src/packages/cli/src/update/find-update.ts", false)).toBe("npm");
    expect(updateAdvice("npx", "2.0.0")).toContain("npx squire@2.0.0");
    expect(updateAdvice("npm", "2.0.0")).toContain("npm install");
  });
});
