import { nodeDisk } from "@squire/platform";
import { fakeIds, tempWorkspace } from "@squire/testkit";
import type { EntryDraft } from "@squire/protocol";
import { artifactsFolder } from "../../artifacts/artifact.ts";
import { openArtifacts } from "../../artifacts/store.ts";
import type { ArtifactStore } from "../../artifacts/store.ts";
import { nodeTreeDisk } from "../../snapshots/node-tree-disk.ts";
import type { SessionPorts } from "../../ports.ts";
import { fileStore } from "../../store.ts";
import type { SessionStore } from "../../store.ts";
import { testPorts } from "../../testing/rig.ts";
import { exportSession } from "../export-session.ts";
import type { ExportReport } from "../export-session.ts";
import { importSession } from "../import-session.ts";
import type { Imported } from "../import-session.ts";

export type ExchangeRig = AsyncDisposable & {
  readonly ports: SessionPorts;
  readonly store: SessionStore;
  readonly home: string;
  path(name: string): string;
  write(name: string, content: string | Uint8Array): Promise<void>;
  read(name: string): Promise<string>;
  artifacts(logPath: string): ArtifactStore;
  session(drafts: readonly EntryDraft[]): Promise<{ id: string; path: string }>;
  exported(id: string, name: string): Promise<ExportReport>;
  imported(name: string): Promise<Imported>;
};

/** Sessions with artifacts on the real disk. */
export async function exchangeRig(): Promise<ExchangeRig> {
  const folder = await tempWorkspace();
  const ports = testPorts(nodeDisk());
  const home = folder.path("home");
  await ports.disk.mkdir(home);
  const store = fileStore(ports, home);
  const tree = { disk: nodeTreeDisk(), clock: ports.clock, ids: fakeIds("t") };
  const artifactsIn = (path: string): ArtifactStore => openArtifacts(tree, path);
  return {
    ports,
    store,
    home,
    path: (name) => folder.path(name),
    write: (name, content) => folder.write(name, content),
    read: (name) => folder.read(name),
    artifacts: (logPath) => artifactsIn(artifactsFolder(logPath)),
    async session(drafts) {
      await using session = await store.create({ cwd: "/project" });
      for (const draft of drafts) await session.append(draft);
      return { id: session.header.id, path: session.path ?? "" };
    },
    async exported(id, name) {
      const { path } = await store.find(id);
      const source = { path, artifacts: artifactsIn(artifactsFolder(path)) };
      return exportSession(ports, source, folder.path(name));
    },
    imported: (name) =>
      importSession(ports, home, {
        file: folder.path(name),
        cwd: "/elsewhere",
        openArtifacts: artifactsIn,
      }),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}
