import type { Inspection, TrustChange, TrustState } from "@squire/safety";
import type { Host } from "../open.ts";
import { folderTrust } from "./folder-trust.ts";
import { hostAudit } from "./host-audit.ts";

/** What a folder would bring into effect, for the user to look at (PERM-17). */
export type TrustReport = {
  readonly folder: string;
  readonly state: TrustState["type"];
  readonly influencers: Inspection["influencers"];
  readonly instructions: readonly string[];
  readonly notes: readonly string[];
  /** Since it was trusted. */
  readonly changes: readonly TrustChange[];
  /** False: there is too much to look at, and it cannot be trusted as it is. */
  readonly complete: boolean;
  readonly digest: string;
};

export async function trustReport(host: Host, folder: string): Promise<TrustReport> {
  const state = await stateOf(host, folder);
  const { root, influencers, instructions, notes, complete, digest } = state.inspection;
  const changes = state.type === "changed" ? state.changes : [];
  return {
    folder: root,
    state: state.type,
    influencers,
    instructions,
    notes,
    changes,
    complete,
    digest,
  };
}

/**
 * Trusts what the report showed and nothing that came since. On record first. Rejects with the
 * reason.
 */
export async function trustFolder(host: Host, shown: TrustReport): Promise<void> {
  const { inspection } = await stateOf(host, shown.folder);
  if (inspection.digest !== shown.digest) {
    throw new Error(`${shown.folder} has changed meanwhile. Look at it again.`);
  }
  const { root: folder, digest: sha256 } = inspection;
  await hostAudit(host).append({ kind: "trust", change: "granted", folder, sha256 });
  await folderTrust(host.home).grant(inspection);
}

/** False when it was not trusted. */
export async function distrustFolder(host: Host, folder: string): Promise<boolean> {
  const known = await folderTrust(host.home).revoke(folder);
  if (known) {
    const gone = { kind: "trust", change: "revoked", folder, sha256: "" } as const;
    await hostAudit(host).note(gone);
  }
  return known;
}

export function trustedFolders(
  host: Host,
): Promise<readonly { readonly root: string; readonly at: number }[]> {
  return folderTrust(host.home).list();
}

async function stateOf({ home }: Host, folder: string): Promise<TrustState> {
  try {
    return await folderTrust(home).state(folder);
  } catch (error) {
    throw new Error(`There is no folder ${folder}.`, { cause: error });
  }
}
