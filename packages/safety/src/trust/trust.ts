import { createHash } from "node:crypto";
import { realpath } from "node:fs/promises";
import { join } from "node:path";
import type { Disk, FileLock } from "@squire/platform";
import { inspectFolder, type Inspection } from "./inspect-folder.ts";
import { readRegular } from "./read-regular.ts";
import { readGrants, writeGrants, type Grant, type Grants } from "./trust-file.ts";

export type TrustPorts = {
  /** `trust.json` in Squire's own folder. */
  readonly path: string;
  readonly disk: Disk;
  /** `openFileLock(path + ".lock")`. */
  readonly lock: Pick<FileLock, "wait" | "release">;
  readonly now: () => number;
};

export type TrustChange = {
  readonly path: string;
  readonly what: "added" | "changed" | "removed";
};

export type TrustState =
  /** Nothing in it would take effect: there is nothing to ask about. */
  | { readonly type: "plain"; readonly inspection: Inspection }
  | { readonly type: "untrusted"; readonly inspection: Inspection }
  /** It was trusted, with other contents: to be asked again, with the list. */
  | {
      readonly type: "changed";
      readonly inspection: Inspection;
      readonly changes: readonly TrustChange[];
    }
  | { readonly type: "trusted"; readonly inspection: Inspection };

export type Trust = {
  /** Rejects only when the folder itself is missing. A damaged `trust.json` trusts nothing. */
  state(folder: string): Promise<TrustState>;
  /** Trusts exactly what was shown: later contents are something else. Rejects with the reason. */
  grant(inspection: Inspection): Promise<void>;
  /** False when it was not trusted. */
  revoke(folder: string): Promise<boolean>;
  /** All folders that were ever trusted and not revoked. */
  list(): Promise<readonly { readonly root: string; readonly at: number }[]>;
};

const LOCK_WAIT_MS = 5_000;

/** Which folders the user trusts, with which contents (PERM-17). */
export function openTrust(ports: TrustPorts): Trust {
  const { disk, path } = ports;
  return {
    async state(folder) {
      const inspection = await inspectFolder(folder);
      const read = await readGrants(disk, path);
      return judge(
        inspection,
        read.type === "grants" ? read.grants.get(inspection.root) : undefined,
      );
    },
    grant: (inspection) => {
      if (!inspection.complete) {
        const why =
          "It holds more settings than can be looked at. Remove what does not belong there.";
        return Promise.reject(new Error(`${inspection.root} cannot be trusted: ${why}`));
      }
      return change(ports, (grants) => {
        return new Map([...grants, [inspection.root, grantOf(inspection, ports.now())]]);
      });
    },
    async revoke(folder) {
      const root = await realpath(folder).catch(() => folder);
      let known = false;
      await change(ports, (grants) => {
        known = grants.has(root);
        return new Map([...grants].filter(([other]) => other !== root));
      });
      return known;
    },
    async list() {
      const read = await readGrants(disk, path);
      const grants = read.type === "grants" ? [...read.grants] : [];
      return grants.map(([root, { at }]) => ({ root, at }));
    },
  };
}

function judge(inspection: Inspection, grant: Grant | undefined): TrustState {
  if (inspection.influencers.length === 0 && inspection.complete)
    return { type: "plain", inspection };
  if (grant === undefined) return { type: "untrusted", inspection };
  const changes = changesSince(grant, inspection);
  const isSame = changes.length === 0 && inspection.complete && grant.digest === inspection.digest;
  return isSame ? { type: "trusted", inspection } : { type: "changed", inspection, changes };
}

function changesSince({ files }: Grant, { influencers }: Inspection): readonly TrustChange[] {
  const now = new Map(influencers.map(({ path, sha256 }) => [path, sha256]));
  const came = [...now].flatMap(([path, sha256]): TrustChange[] => {
    if (!Object.hasOwn(files, path)) return [{ path, what: "added" }];
    return files[path] === sha256 ? [] : [{ path, what: "changed" }];
  });
  const went = Object.keys(files).filter((path) => !now.has(path));
  return [...came, ...went.map((path) => ({ path, what: "removed" as const }))].sort((a, b) =>
    a.path < b.path ? -1 : 1,
  );
}

function grantOf({ influencers, digest }: Inspection, at: number): Grant {
  const files = Object.fromEntries(influencers.map(({ path, sha256 }) => [path, sha256]));
  return { at, digest, files };
}

async function change(ports: TrustPorts, work: (grants: Grants) => Grants): Promise<void> {
  const { disk, path, lock } = ports;
  if (!(await lock.wait("alone", LOCK_WAIT_MS))) {
    throw new Error(`${path} has been in use by another process for too long. Try again.`);
  }
  try {
    const read = await readGrants(disk, path);
    if (read.type === "unreadable") {
      const aside = `${path}.bad`;
      throw new Error(`${path} cannot be used: ${read.why}. Look at it, or move it to ${aside}.`);
    }
    await writeGrants(disk, path, work(read.grants));
  } finally {
    lock.release();
  }
}

/**
 * The text of a file that takes effect, and only if it is the one that was trusted: what is checked
 * is what is used. Null when it is missing, unusable or another one by now.
 */
export async function readTrusted(
  state: Extract<TrustState, { readonly type: "trusted" }>,
  path: string,
): Promise<string | null> {
  const { root, influencers } = state.inspection;
  const known = influencers.find((item) => item.path === path)?.sha256 ?? null;
  if (known === null) return null;
  const content = readRegular(join(root, path));
  if (content.type !== "bytes") return null;
  const sha256 = createHash("sha256").update(content.bytes).digest("hex");
  return sha256 === known ? new TextDecoder().decode(content.bytes) : null;
}
