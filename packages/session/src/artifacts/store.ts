import { ifThere } from "../disk.ts";
import { namesIn, TEMP_PREFIX } from "../snapshots/private-files.ts";
import { readSealed } from "../snapshots/sealed.ts";
import type { TreePorts } from "../snapshots/tree-disk.ts";
import { decodeArtifact, isArtifactId, type Artifact, type ArtifactInfo } from "./artifact.ts";
import { ArtifactReader, type LinesRead, type PartRead } from "./reader.ts";
import { ArtifactWriter } from "./writer.ts";

export type ArtifactStore = {
  /** For content that comes in pieces. */
  create(info: ArtifactInfo): Promise<ArtifactWriter>;
  put(info: ArtifactInfo, bytes: Uint8Array): Promise<Artifact>;
  find(id: string): Promise<Artifact | null>;
  /** The content is hashed before its first byte is given out, and again when the file changed. */
  read(id: string, part: { readonly offset: number; readonly limit: number }): Promise<PartRead>;
  /** Lines of text, counted from 1. */
  readLines(
    id: string,
    part: { readonly from: number; readonly count: number },
  ): Promise<LinesRead>;
  /** The oldest first; what is not whole is left out. */
  list(): Promise<readonly Artifact[]>;
  usage(): Promise<{ readonly count: number; readonly bytes: number }>;
  /** Takes away what writers of dead processes have left; call it when no writer is open. */
  sweep(): Promise<void>;
};

/**
 * The artifacts of one session, by content: `<id>.data` and `<id>.json` in a folder of its own,
 * private to the user. Opening reads and writes nothing.
 */
export function openArtifacts(ports: TreePorts, folder: string): ArtifactStore {
  const { disk } = ports;
  const reader = new ArtifactReader(disk, folder);
  const find = async (id: string): Promise<Artifact | null> => {
    if (!isArtifactId(id)) return null;
    const sealed = await readSealed(disk, `${folder}/${id}.json`);
    const artifact = sealed.kind === "found" ? decodeArtifact(sealed.body) : undefined;
    return artifact?.id === id ? artifact : null;
  };
  const list = async (): Promise<readonly Artifact[]> => {
    const names = await namesIn(disk, folder);
    const ids = names.filter((name) => name.endsWith(".json")).map((name) => name.slice(0, -5));
    const found = (await Promise.all(ids.map(find))).filter((one) => one !== null);
    return found.sort((one, other) => one.createdAt - other.createdAt);
  };
  return {
    find,
    list,
    create: (info) => ArtifactWriter.open(ports, folder, info),
    async put(info, bytes) {
      const writer = await ArtifactWriter.open(ports, folder, info);
      try {
        await writer.write(bytes);
      } catch (error) {
        await writer.abort();
        throw error;
      }
      return writer.finish();
    },
    read: async (id, part) => reader.read(await find(id), part),
    readLines: async (id, part) => reader.readLines(await find(id), part),
    async usage() {
      const all = await list();
      return { count: all.length, bytes: all.reduce((sum, { size }) => sum + size, 0) };
    },
    async sweep() {
      for (const name of await namesIn(disk, folder)) {
        const isOrphan =
          name.endsWith(".data") && (await find(name.slice(0, -".data".length))) === null;
        if (isOrphan || name.startsWith(TEMP_PREFIX)) {
          await ifThere(disk.unlink(`${folder}/${name}`));
        }
      }
    },
  };
}
