import { describe, expect, test } from "bun:test";
import { nodeDisk, openFileLock, type Disk } from "@squire/platform";
import { faultDisk, rejectionOf, tempWorkspace, type TempWorkspace } from "@squire/testkit";
import { createHash } from "node:crypto";
import {
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { findTrustRoot } from "./find-root.ts";
import { inspectFolder } from "./inspect-folder.ts";
import { HOSTILE_CHECKOUTS } from "./testing/hostile-checkouts.ts";
import { plant } from "./testing/plant.ts";
import { openTrust, readTrusted, type Trust } from "./trust.ts";

const disk = nodeDisk();

function open(home: string, on: Disk = disk): Trust {
  const path = join(home, "trust.json");
  return openTrust({ path, disk: on, lock: openFileLock(`${path}.lock`), now: () => 1_000 });
}

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
const FILES = {
  "ws/squire.toml": "language = 'de'\n",
  "ws/.squire/hooks/pre/a": "echo a\n",
  "ws/a.txt": "1",
};

async function granted(): Promise<TempWorkspace & { readonly trust: Trust; readonly ws: string }> {
  const dir = await tempWorkspace(FILES);
  const trust = open(dir.path("home"));
  await trust.grant((await trust.state(dir.path("ws"))).inspection);
  return { ...dir, trust, ws: dir.path("ws") };
}

test("PERM-17 (part): an inspection lists what would take effect, with hashes, and nothing else", async () => {
  await using dir = await tempWorkspace({
    ...FILES,
    "ws/AGENTS.md": "be nice",
    "ws/package.json": "{}",
  });
  const inspection = await inspectFolder(dir.path("ws"));
  expect(inspection).toMatchObject({
    influencers: [
      { path: ".squire/hooks/pre/a", as: "hook", sha256: sha256("echo a\n"), problem: null },
      { path: "squire.toml", as: "settings", sha256: sha256("language = 'de'\n"), problem: null },
    ],
    instructions: ["AGENTS.md"],
    notes: [],
    complete: true,
  });
});

test("PERM-17 (part): a text that would replace the base prompt is shown and bound; one that is only read is shown", async () => {
  await using dir = await tempWorkspace({
    "ws/SQUIRE.md": "use tabs",
    "ws/.squire/SYSTEM.md": "be a pirate",
  });
  const { influencers, instructions } = await inspectFolder(dir.path("ws"));
  expect(influencers).toEqual([
    { path: ".squire/SYSTEM.md", as: "rule", sha256: sha256("be a pirate"), problem: null },
  ]);
  expect(instructions).toEqual(["SQUIRE.md"]);
});

test("PERM-17 (part): a folder is untrusted until it is granted, and no longer after it is revoked", async () => {
  await using dir = await tempWorkspace(FILES);
  const trust = open(dir.path("home"));
  const state = await trust.state(dir.path("ws"));
  expect(state.type).toBe("untrusted");
  await trust.grant(state.inspection);
  expect((await trust.state(dir.path("ws"))).type).toBe("trusted");
  expect(await trust.list()).toEqual([{ root: state.inspection.root, at: 1_000 }]);
  expect(statSync(dir.path("home/trust.json")).mode & 0o777).toBe(0o600);
  expect(await trust.revoke(dir.path("ws"))).toBe(true);
  expect(await trust.revoke(dir.path("ws"))).toBe(false);
  expect((await trust.state(dir.path("ws"))).type).toBe("untrusted");
});

test("PERM-17 (part): trust is bound to content: any other content asks again, with the list", async () => {
  await using dir = await granted();
  const change = async (work: () => void): Promise<unknown> => {
    work();
    const state = await dir.trust.state(dir.ws);
    return state.type === "changed" ? state.changes : state.type;
  };
  expect(await change(() => writeFileSync(join(dir.ws, "a.txt"), "2"))).toBe("trusted");
  const hook = join(dir.ws, ".squire/hooks/pre/a");
  expect(await change(() => writeFileSync(hook, "echo b\n"))).toEqual([
    { path: ".squire/hooks/pre/a", what: "changed" },
  ]);
  expect(await change(() => writeFileSync(hook, "echo a\n"))).toBe("trusted");
  expect(await change(() => writeFileSync(join(dir.ws, ".mcp.json"), "{}"))).toEqual([
    { path: ".mcp.json", what: "added" },
  ]);
  rmSync(join(dir.ws, ".mcp.json"));
  // A file becomes a link to the very same content: it could lead elsewhere the next moment.
  expect(
    await change(() => {
      renameSync(hook, `${hook}.real`);
      symlinkSync("a.real", hook);
    }),
  ).toEqual([
    { path: ".squire/hooks/pre/a", what: "changed" },
    { path: ".squire/hooks/pre/a.real", what: "added" },
  ]);
  rmSync(join(dir.ws, ".squire"), { recursive: true });
  expect(await change(() => rmSync(join(dir.ws, "squire.toml")))).toBe("plain");
});

test("PERM-17 (part): another folder with the same content is not trusted, nor is a copy of the path", async () => {
  await using dir = await granted();
  mkdirSync(dir.path("ws2"));
  writeFileSync(dir.path("ws2/squire.toml"), "language = 'de'\n");
  expect((await dir.trust.state(dir.path("ws2"))).type).toBe("untrusted");
  symlinkSync(dir.ws, dir.path("link"));
  expect((await dir.trust.state(dir.path("link"))).type).toBe("trusted");
  // Moved away, and another one put in its place.
  renameSync(dir.ws, dir.path("old"));
  renameSync(dir.path("ws2"), dir.ws);
  expect((await dir.trust.state(dir.ws)).type).toBe("changed");
});

test("PERM-17 (part): what is read later is what was trusted, or nothing", async () => {
  await using dir = await granted();
  const state = await dir.trust.state(dir.ws);
  if (state.type !== "trusted") throw new Error(state.type);
  expect(await readTrusted(state, ".squire/hooks/pre/a")).toBe("echo a\n");
  expect(await readTrusted(state, "a.txt")).toBe(null);
  expect(await readTrusted(state, "../home/trust.json")).toBe(null);
  // Between the check and the use.
  writeFileSync(join(dir.ws, ".squire/hooks/pre/a"), "echo evil\n");
  expect(await readTrusted(state, ".squire/hooks/pre/a")).toBe(null);
});

test("PERM-17 (part): a damaged trust.json trusts nothing and is not written over", async () => {
  for (const text of [
    "",
    "{",
    "[]",
    '{"version":2,"folders":{}}',
    '{"version":1,"folders":{"/x":{}}}',
  ]) {
    await using dir = await granted();
    writeFileSync(dir.path("home/trust.json"), text);
    expect((await dir.trust.state(dir.ws)).type).toBe("untrusted");
    const { inspection } = await dir.trust.state(dir.ws);
    expect(String(await rejectionOf(dir.trust.grant(inspection)))).toContain("cannot be used");
    expect(readFileSync(dir.path("home/trust.json"), "utf8")).toBe(text);
  }
});

test("PERM-17 (part): wherever writing trust.json fails, it is the old one or the new one", async () => {
  await using probe = await tempWorkspace(FILES);
  const counting = faultDisk(disk);
  const counted = open(probe.path("home"), counting);
  await counted.grant((await counted.state(probe.path("ws"))).inspection);
  for (let at = 1; at <= counting.calls.length; at++) {
    for (const fault of [
      { type: "fail", at, code: "ENOSPC" },
      { type: "tear", at, bytes: 9, end: "EIO" },
    ] as const) {
      await using dir = await granted();
      await using other = await tempWorkspace({ "squire.toml": "x = 1" });
      const broken = open(dir.path("home"), faultDisk(disk, [fault]));
      const { inspection } = await broken.state(other.root);
      await broken.grant(inspection).catch(() => undefined);
      expect((await dir.trust.state(dir.ws)).type).toBe("trusted");
      expect(["trusted", "untrusted"]).toContain((await dir.trust.state(other.root)).type);
    }
  }
});

test("PERM-17 (part): trust is asked for the nearest project, never for home, the disk or others' folders", async () => {
  await using dir = await tempWorkspace({
    "home/p/.git/HEAD": "x",
    "home/p/src/a": "",
    "home/plain/a": "",
    "home/.git/HEAD": "x",
  });
  const home = dir.path("home");
  expect(findTrustRoot(dir.path("home/p/src"), home)).toBe(dir.path("home/p"));
  expect(findTrustRoot(dir.path("home/plain"), home)).toBe(dir.path("home/plain"));
  expect(findTrustRoot(home, home)).toBe(home);
  expect(findTrustRoot("/", home)).toBe("/");
});

describe(`S29: ${HOSTILE_CHECKOUTS.length} hostile checkouts`, () => {
  test("there are at least forty of them, each with its own name", () => {
    expect(HOSTILE_CHECKOUTS.length).toBeGreaterThanOrEqual(40);
    expect(new Set(HOSTILE_CHECKOUTS.map(({ name }) => name)).size).toBe(HOSTILE_CHECKOUTS.length);
  });

  for (const checkout of HOSTILE_CHECKOUTS) {
    test.skipIf(process.platform === "win32")(checkout.name, async () => {
      using planted = plant(checkout);
      const trust = open(planted.home);
      const state = await trust.state(planted.root);
      const { inspection } = state;
      expect(state.type).toBe(checkout.expects === "plain" ? "plain" : "untrusted");
      expect(JSON.stringify(inspection)).not.toContain(sha256("canary-secret\n"));
      expect(
        inspection.influencers.every(
          ({ sha256: hash, problem }) => (hash === null) === (problem !== null),
        ),
      ).toBe(true);
      expect(planted.ran()).toEqual([]);

      const refused = await trust.grant(inspection).then(() => null, String);
      expect(refused === null).toBe(checkout.expects !== "refused");
      if (checkout.expects === "untrusted") {
        const after = await trust.state(planted.root);
        expect(after.type).toBe("trusted");
        // What could not be read then cannot be used now.
        for (const { path, sha256: hash } of inspection.influencers) {
          if (after.type === "trusted" && hash === null)
            expect(await readTrusted(after, path)).toBe(null);
        }
      }
      expect(planted.ran()).toEqual([]);
    });
  }

  test("a planted twin that follows links would have read the secret", async () => {
    const checkout = HOSTILE_CHECKOUTS.find(({ name }) => name.includes("link to a secret"));
    if (checkout === undefined) throw new Error("it is gone");
    using planted = plant(checkout);
    const naive = sha256(readFileSync(join(planted.root, "squire.toml"), "utf8"));
    expect(naive).toBe(sha256("canary-secret\n"));
    const [found] = (await inspectFolder(planted.root)).influencers;
    expect(found).toEqual({
      path: "squire.toml",
      as: "settings",
      sha256: null,
      problem: "it is a link",
    });
  });

  test("what git would do there is told", async () => {
    const notes = async (part: string): Promise<string> => {
      const checkout = HOSTILE_CHECKOUTS.find(({ name }) => name.includes(part));
      if (checkout === undefined) throw new Error(part);
      using planted = plant(checkout);
      return (await inspectFolder(planted.root)).notes.join("\n");
    };
    expect(await notes("fsmonitor")).toContain(".git/config sets fsmonitor = ");
    expect(await notes("aliases")).toContain(".git/config sets status = !touch");
    expect(await notes("leads elsewhere")).toContain(".git is a file that leads to ");
    expect(await notes("hooks elsewhere")).toContain("hooksPath = .hooks");
  });
});
