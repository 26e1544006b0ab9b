import type { Entry, EntryDraft } from "@squire/protocol";
import { fileStore } from "@squire/session";
import type { OpenSession, ReadSession } from "@squire/session";
import { sessionPorts } from "../sessions.ts";

/** A session in memory whose entries can be given the ids that others refer to. */
export class ReplaySession implements AsyncDisposable {
  readonly session: OpenSession;
  readonly #aside: OpenSession;
  /** For the next append; null = any. */
  #id: string | null;

  constructor({ header }: Pick<ReadSession, "header">) {
    this.#id = header.id;
    const ids = (): string => {
      const id = this.#id ?? crypto.randomUUID();
      this.#id = null;
      return id;
    };
    const store = fileStore({ ...sessionPorts(), ids }, "");
    this.session = store.createEphemeral({ cwd: header.cwd });
    this.#aside = store.createEphemeral({ cwd: header.cwd });
  }

  append<D extends EntryDraft>(draft: D, id: string | null = null): Promise<Entry<D["type"]>> {
    // The log asks for the id before it waits for anything.
    this.#id = id;
    return this.session.append(draft);
  }

  /** Takes an entry and shows it to nobody: the record has its own. */
  putAside<D extends EntryDraft>(draft: D): Promise<Entry<D["type"]>> {
    return this.#aside.append(draft);
  }

  /** An entry as it was recorded. */
  async put(entry: Entry): Promise<void> {
    const { id, parentId: _parent, ts: _ts, prev: _prev, h: _h, ...draft } = entry;
    await this.append(draft, id);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.session.close();
    await this.#aside.close();
  }
}
