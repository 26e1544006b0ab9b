import { promotionTarget } from "@squire/agent";
import type { ModelInfo } from "@squire/llm";
import { modelKey } from "@squire/llm";
import type { AgentEvent, ModelRequest } from "@squire/protocol";
import type { OpenSession } from "@squire/session";
import type { OpenModel } from "../models/assemble.ts";
import type { Host } from "../open.ts";
import { bodyDigest } from "./body-digest.ts";
import type { BodyDigest } from "./body-digest.ts";

export type ChosenModel = { readonly info: ModelInfo; readonly model: OpenModel };

type Asked = ChosenModel & { readonly digest: BodyDigest };

/** The model that is asked now: the session's own, or for the rest of a turn one with a larger window. */
export class CurrentModel {
  #own: Asked;
  /** For the next turn alone, or for the one that runs. */
  #lent: Asked | null = null;
  #asked: Asked;

  constructor(info: ModelInfo, model: OpenModel) {
    this.#own = { info, model, digest: bodyDigest(info) };
    this.#asked = this.#own;
  }

  get info(): ModelInfo {
    return this.#asked.info;
  }

  get model(): OpenModel {
    return this.#asked.model;
  }

  readonly digest = (request: ModelRequest): ReturnType<BodyDigest> => this.#asked.digest(request);

  get isPromoted(): boolean {
    return this.#asked !== (this.#lent ?? this.#own);
  }

  /** Another model from the next request on; one that is under way is not disturbed. */
  change(info: ModelInfo, model: OpenModel): void {
    this.#own = { info, model, digest: bodyDigest(info) };
    this.#lent = null;
    this.#asked = this.#own;
  }

  /** Until another one is lent or null is; a promotion goes on to its end. */
  lend(chosen: ChosenModel | null): void {
    const { isPromoted } = this;
    this.#lent = chosen === null ? null : { ...chosen, digest: bodyDigest(chosen.info) };
    if (!isPromoted) this.#asked = this.#lent ?? this.#own;
  }

  /** A promotion ends with its turn (CMP-15). */
  beginTurn(): void {
    this.#asked = this.#lent ?? this.#own;
    this.#asked.model.beginTurn();
  }

  /** Goes on with a larger model, where there is one that can be used; logged, and roles stay. */
  async promote(
    host: Host,
    session: OpenSession,
    emit: (event: AgentEvent) => void,
  ): Promise<boolean> {
    const { models } = host;
    const target = promotionTarget(this.info, models.registry.models, (info) =>
      models.isAvailable(info),
    );
    if (target === null || this.isPromoted) return false;
    const model = modelKey(target);
    await session.append({ type: "model_change", model, temporary: true, cause: "promotion" });
    emit({ type: "model.changed", model, temporary: true, cause: "promotion" });
    this.#asked = { info: target, model: await models.open(target), digest: bodyDigest(target) };
    return true;
  }
}
