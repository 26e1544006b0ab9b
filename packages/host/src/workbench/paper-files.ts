import type { FileTree, Place } from "@squire/tools";

/** What would become of one file; null stands for no file. */
export type PaperChange = {
  readonly place: Place;
  readonly before: string | null;
  readonly after: string | null;
};

/** More is not compared. */
const MOST_BYTES = 4 * 1024 * 1024;

/** A workspace that can be read, and only remembers what was to be written. */
export class PaperFiles {
  readonly files: FileTree;
  readonly #changes = new Map<string, PaperChange>();

  constructor(real: FileTree) {
    const note = async (place: Place, after: string | null, signal: AbortSignal) => {
      const { path } = place;
      const before = this.#changes.has(path)
        ? (this.#changes.get(path)?.before ?? null)
        : await textAt(real, place, signal);
      this.#changes.set(path, { place, before, after });
    };
    this.files = {
      ...bound(real),
      replace: (place, bytes, { signal }) => note(place, textOf(bytes), signal),
      remove: (place, { signal }) => note(place, null, signal),
      removeAll: async (place, { signal }) => {
        await note(place, null, signal);
        return 1;
      },
      move: async (from, to, { signal }) => {
        const moved = await textAt(real, from, signal);
        await note(from, null, signal);
        await note(to, moved, signal);
      },
      makeFolder: () => Promise.resolve([]),
    };
  }

  changes(): readonly PaperChange[] {
    return [...this.#changes.values()];
  }
}

/** All of its methods, which may live on its class. */
function bound(real: FileTree): FileTree {
  return {
    root: real.root,
    place: (path) => real.place(path),
    entry: (path) => real.entry(path),
    read: (place, options) => real.read(place, options),
    readIfThere: (place, options) => real.readIfThere(place, options),
    look: (place) => real.look(place),
    begin: (place, options) => real.begin(place, options),
    pieces: (place, signal, use) => real.pieces(place, signal, use),
    list: (place) => real.list(place),
    replace: (place, bytes, options) => real.replace(place, bytes, options),
    remove: (place, options) => real.remove(place, options),
    removeAll: (place, options) => real.removeAll(place, options),
    move: (from, to, options) => real.move(from, to, options),
    makeFolder: (place) => real.makeFolder(place),
  };
}

async function textAt(files: FileTree, place: Place, signal: AbortSignal): Promise<string | null> {
  // A folder, a device, too large: nothing whose content could be compared.
  const found = await files.readIfThere(place, { most: MOST_BYTES, signal }).catch(() => null);
  return found === null ? null : textOf(found.bytes);
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
