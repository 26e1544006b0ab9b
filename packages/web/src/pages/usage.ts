import { count, dollars, usageTrace, type HostClient, type UsageTrace } from "@squire/client";
import type { KeptEvent, MethodResult, UserFailure } from "@squire/protocol";
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import "../charts/chart.ts";
import {
  cacheHits,
  contextSize,
  costPerDay,
  lastDays,
  tokensPerTurn,
} from "../charts/chart-data.ts";
import { LightElement } from "../elements/light-element.ts";
import { failureOf } from "../face/failure-of.ts";
import { failureRow } from "../items/item-parts.ts";
import { usageTable } from "./usage-table.ts";

const DAYS = 30;
/** Pages of a session that are read for its charts; longer ones are shown from there on. */
const MOST_PAGES = 40;
/** As many sessions as the host names at once, last used first. */
const MOST_TITLES = 1000;

type Usage = MethodResult<"usage.get">;
type Loaded = {
  readonly byDay: Usage;
  readonly byModel: Usage;
  readonly bySession: Usage;
  /** By the id of a session; empty where it has none. */
  readonly titles: ReadonlyMap<string, string>;
  readonly trace: UsageTrace | null;
};

/** What was spent, and how the session in view has used its model. */
@customElement("squire-usage")
export class SquireUsage extends LightElement {
  @property({ attribute: false }) accessor client: HostClient | null = null;
  @property({ attribute: false }) accessor sessionKey: string | null = null;
  @property({ attribute: false }) accessor theme = "";
  @state() private accessor loaded: Loaded | "loading" | UserFailure = "loading";

  protected override updated(changed: PropertyValues<this>): void {
    if ((changed.has("client") || changed.has("sessionKey")) && this.client !== null) {
      void this.#load(this.client);
    }
  }

  protected override render(): unknown {
    const { loaded } = this;
    if (loaded === "loading") {
      return html`<div class="page"><p class="empty faint" role="status">Adding up…</p></div>`;
    }
    if (!("byDay" in loaded)) return html`<div class="page">${failureRow(loaded)}</div>`;
    const days = lastDays(Date.now(), DAYS);
    return html`<div class="page usage" tabindex="0">
      ${this.#totals(loaded)} ${this.#chart(costPerDay(loaded.byDay.rows, days))}
      ${loaded.trace === null ? nothing : this.#session(loaded.trace)}
      <div class="usage-tables">
        ${usageTable("By model", loaded.byModel)}
        ${usageTable("By session", loaded.bySession, loaded.titles)}
      </div>
    </div>`;
  }

  #totals({ byModel }: Loaded): TemplateResult {
    const { costUsd, requests, input, output, cacheRead } = byModel.total;
    const share = input === 0 ? "–" : `${Math.round((cacheRead / input) * 100)}%`;
    const facts = [
      ["spent in 30 days", dollars(costUsd)],
      ["requests", count(requests)],
      ["tokens read", count(input)],
      ["from the cache", share],
      ["tokens written", count(output)],
    ] as const;
    return html`<dl class="totals">
      ${facts.map(
        ([words, value]) =>
          html`<div>
            <dt>${words}</dt>
            <dd class="number">${value}</dd>
          </div>`,
      )}
    </dl>`;
  }

  #session(trace: UsageTrace): TemplateResult {
    return html`<h2 class="page-title">This session</h2>
      ${this.#chart(tokensPerTurn(trace))} ${this.#chart(contextSize(trace))}
      ${this.#chart(cacheHits(trace))}`;
  }

  #chart(data: ReturnType<typeof costPerDay>): TemplateResult {
    return html`<squire-chart .data=${data} .theme=${this.theme}></squire-chart>`;
  }

  async #load(client: HostClient): Promise<void> {
    const from = Date.now() - DAYS * 86_400_000;
    const { sessionKey } = this;
    try {
      const [byDay, byModel, bySession, titles, trace] = await Promise.all([
        client.call("usage.get", { from, by: "day_model" }),
        client.call("usage.get", { from, by: "model" }),
        client.call("usage.get", { from, by: "session" }),
        readTitles(client),
        sessionKey === null ? null : readTrace(client, sessionKey),
      ]);
      if (sessionKey === this.sessionKey)
        this.loaded = { byDay, byModel, bySession, titles, trace };
    } catch (error) {
      this.loaded = failureOf(error);
    }
  }
}

/** Figures without names are better than none. */
async function readTitles(client: HostClient): Promise<ReadonlyMap<string, string>> {
  const asked = client.call("sessions.list", { limit: MOST_TITLES });
  const { sessions } = await asked.catch(() => ({ sessions: [] }));
  return new Map(sessions.map(({ id, title }) => [id, title?.trim() ?? ""]));
}

/** The events of a session, read backwards page by page. */
async function readTrace(client: HostClient, sessionKey: string): Promise<UsageTrace> {
  const pages: (readonly KeptEvent[])[] = [];
  let before: string | null | undefined;
  while (before !== null && pages.length < MOST_PAGES) {
    const page: MethodResult<"chat.replay"> = await client.call("chat.replay", {
      sessionKey,
      ...(before === undefined ? {} : { before }),
    });
    pages.unshift(page.events);
    before = page.earlier;
  }
  return usageTrace(pages.flat());
}
