import type { Mode, Trust } from "@squire/protocol";
import { HostError } from "@squire/protocol/values";
import type { OpenSession, SessionStore } from "@squire/session";
import { agentOf, agentText, DEFAULT_AGENT, recordAgent } from "../agents/agents.ts";
import { Learner } from "../autonomous/learner.ts";
import type { Host } from "../open.ts";
import { wishesOf } from "../session/resume.ts";
import { sessionStore } from "../sessions.ts";
import { systemPromptOf } from "../system-prompt.ts";
import { SessionDesk } from "./desk.ts";
import type { DeskInput } from "./desk-input.ts";
import { openingNotes } from "./opening-notes.ts";

export type DesksInput = Pick<DeskInput, "face" | "wishes"> & {
  /** The host of a folder, with the settings that hold there. */
  readonly hostAt: (cwd: string) => Promise<Host>;
  readonly host: Host;
};

export type NewDesk = {
  readonly cwd: string;
  /** Its own in its folder: the session that has it goes on (SES-1). */
  readonly name?: string;
  /** One of `agents.list`; what is in its files is added to the instructions. */
  readonly agentId?: string;
  readonly mode?: Mode;
  readonly trust?: Trust;
  /** A reference, as `--model` takes it. */
  readonly model?: string;
  readonly ephemeral: boolean;
};

type Wishes = Pick<NewDesk, "mode" | "trust" | "model">;

/** The sessions this host has open. Each is opened at its first use, once. */
export class Desks {
  readonly store: SessionStore;
  /** Reads past sessions in the background (MEM-9). */
  readonly learner = new Learner();
  readonly #input: DesksInput;
  readonly #open = new Map<string, Promise<SessionDesk>>();
  /** Being closed: who wants one of them again waits until its lock is free. */
  readonly #closing = new Map<string, Promise<void>>();

  constructor(input: DesksInput) {
    this.#input = input;
    this.store = sessionStore(input.host.home);
  }

  /** A new session, or the one of this name. */
  async create(
    wanted: NewDesk,
  ): Promise<{ readonly desk: SessionDesk; readonly resumed: boolean }> {
    const { cwd, name } = wanted;
    const named = name === undefined ? null : await this.store.named(name, cwd);
    if (named === null) return { desk: await this.#begin(wanted), resumed: false };
    return { desk: await this.get(named.id, wanted), resumed: true };
  }

  /**
   * The session of a key, opened when it is not; wishes are for one that is not. Rejects with a
   * `LogError` when it is locked.
   */
  async get(key: string, wishes: Wishes = {}): Promise<SessionDesk> {
    const id = this.#open.has(key) ? key : await this.idOf(key);
    await this.#closing.get(id);
    const known = this.#open.get(id);
    if (known !== undefined) return known;
    return this.#keep(id, this.#reopen(id, wishes));
  }

  async idOf(key: string): Promise<string> {
    if (this.#open.has(key)) return key;
    return (await this.store.find(key, this.#input.host.cwd)).id;
  }

  /** As far as it is open. */
  async opened(id: string): Promise<SessionDesk | null> {
    return (await this.#open.get(id)) ?? null;
  }

  /** All that are open now. */
  async all(): Promise<readonly SessionDesk[]> {
    const desks = await Promise.allSettled(this.#open.values());
    return desks.flatMap((desk) => (desk.status === "fulfilled" ? [desk.value] : []));
  }

  async close(desk: SessionDesk): Promise<void> {
    const { id } = desk;
    if (!this.#open.delete(id)) return this.#closing.get(id);
    const closing = desk.close();
    this.#closing.set(id, closing);
    try {
      await closing;
    } finally {
      this.#closing.delete(id);
    }
  }

  async closeAll(): Promise<void> {
    await this.learner[Symbol.asyncDispose]();
    await Promise.all((await this.all()).map((desk) => this.close(desk)));
    await Promise.all(this.#closing.values());
  }

  async #begin({ cwd, name, ephemeral, agentId, ...wishes }: NewDesk): Promise<SessionDesk> {
    const host = await this.#hostAt(cwd);
    const choice = await chosen(host, wishes.model, {});
    const session = ephemeral
      ? this.store.createEphemeral({ cwd })
      : await this.store.create({ cwd, ...(name === undefined ? {} : { name }) });
    const opening = this.#orClose(session, async () => {
      if (agentId !== undefined && agentId !== DEFAULT_AGENT) await recordAgent(session, agentId);
      return this.#place(host, session, { choice, wishes });
    });
    return this.#keep(session.header.id, opening);
  }

  async #reopen(id: string, wishes: Wishes): Promise<SessionDesk> {
    const session = await this.store.open(id);
    return this.#orClose(session, async () => {
      const host = await this.#hostAt(session.header.cwd);
      const choice = await chosen(host, wishes.model, wishesOf(session));
      return this.#place(host, session, { choice, wishes });
    });
  }

  /** One that cannot be opened is not there, and may be tried again. */
  #keep(id: string, opening: Promise<SessionDesk>): Promise<SessionDesk> {
    this.#open.set(id, opening);
    opening.catch(() => this.#open.delete(id));
    return opening;
  }

  /** Nobody else can have the session while we hold its lock. */
  async #orClose<T>(session: OpenSession, open: () => Promise<T>): Promise<T> {
    try {
      return await open();
    } catch (error) {
      await session.close();
      throw error;
    }
  }

  async #place(
    host: Host,
    session: OpenSession,
    { choice, wishes }: Pick<DeskInput, "choice"> & { readonly wishes: Wishes },
  ): Promise<SessionDesk> {
    const { mode, trust } = wishes;
    const base = await systemPromptOf(host.loaded);
    if (!base.ok) throw new HostError(base.failure);
    const agent = (await agentText(host.home, agentOf(session))) ?? "";
    const appended = [agent, this.#input.wishes.appendSystem ?? ""].filter((text) => text !== "");
    const desk: SessionDesk = await SessionDesk.open({
      host,
      session,
      choice,
      model: await host.models.open(choice.model, { safetyNet: true }),
      face: this.#input.face,
      wishes: {
        ...(base.text === "" ? {} : { system: base.text }),
        ...this.#input.wishes,
        ...(appended.length === 0 ? {} : { appendSystem: appended.join("\n\n") }),
        ...(mode === undefined ? {} : { mode }),
        ...(trust === undefined ? {} : { trust }),
      },
      onAlone: () => void this.close(desk).catch(() => {}),
    });
    for (const note of await openingNotes(desk, choice)) desk.publish(note);
    this.learner.begin(host);
    return desk;
  }

  async #hostAt(cwd: string): Promise<Host> {
    const host = await this.#input.hostAt(cwd);
    if (host.fatal !== null) throw new HostError(host.fatal);
    return host;
  }
}

/** The model that was named, or the one that the session had and the settings say. */
async function chosen(
  { models }: Host,
  reference: string | undefined,
  had: Parameters<Host["models"]["choose"]>[0],
): Promise<DeskInput["choice"]> {
  const choice = await (reference === undefined ? models.choose(had) : models.find(reference));
  if (!choice.ok) throw new HostError(choice.failure);
  return choice;
}
