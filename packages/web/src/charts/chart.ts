import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, query } from "lit/decorators.js";
import { LightElement } from "../elements/light-element.ts";
import { inertLine } from "../items/item-parts.ts";
import type { ChartData } from "./chart-data.ts";
import { drawChart } from "./plot.ts";

/** A chart with its legend, and the same figures as a table. */
@customElement("squire-chart")
export class SquireChart extends LightElement {
  @property({ attribute: false }) accessor data: ChartData | null = null;
  /** Anything that changes with the colours. */
  @property({ attribute: false }) accessor theme = "";
  @query(".chart-plot") private accessor plot: HTMLElement | null = null;
  #remove: (() => void) | null = null;
  #width = 0;
  readonly #resize = new ResizeObserver(() => this.#onResize());
  readonly #dark = matchMedia("(prefers-color-scheme: dark)");

  override connectedCallback(): void {
    super.connectedCallback();
    this.#dark.addEventListener("change", this.#redraw);
  }

  override disconnectedCallback(): void {
    this.#dark.removeEventListener("change", this.#redraw);
    this.#resize.disconnect();
    this.#remove?.();
    this.#remove = null;
    super.disconnectedCallback();
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has("data") || changed.has("theme")) this.#redraw();
    if (this.plot !== null) this.#resize.observe(this.plot);
  }

  protected override render(): unknown {
    const { data } = this;
    if (data === null) return nothing;
    const isEmpty = data.series.every(({ values }) => values.every((value) => !value));
    return html`<figure class="chart">
      <figcaption>
        <h2>${data.title}</h2>
        ${isEmpty ? nothing : this.#legend(data)}
      </figcaption>
      ${
        isEmpty
          ? html`<p class="empty faint">Nothing yet.</p>`
          : html`<div
                class="chart-plot"
                role="img"
                aria-label=${`${data.title}; the table has the figures`}
              ></div>
              ${this.#table(data)}`
      }
    </figure>`;
  }

  #legend({ series, kind }: ChartData): unknown {
    if (kind === "line" && series.length === 1) return nothing;
    return html`<ul class="legend">
      ${series.map(({ name, colour }) => html`<li class=${colour}>${inertLine(name)}</li>`)}
    </ul>`;
  }

  #table({ series, labels, marks, format }: ChartData): TemplateResult {
    const marked = marks.length > 0;
    return html`<details class="chart-table">
      <summary>Table</summary>
      <table>
        <thead>
          <tr>
            <th></th>
            ${series.map(({ name }) => html`<th>${inertLine(name)}</th>`)}
            ${marked ? html`<th>before it</th>` : nothing}
          </tr>
        </thead>
        <tbody>
          ${labels.map(
            (label, at) =>
              html`<tr>
                <th>${label}</th>
                ${series.map(({ values }) => {
                  const value = values[at] ?? null;
                  return html`<td>${value === null ? "?" : format(value)}</td>`;
                })}
                ${
                  marked
                    ? html`<td>
                        ${marks
                          .filter((mark) => mark.at === at)
                          .map(({ text }) => text)
                          .join(", ")}
                      </td>`
                    : nothing
                }
              </tr>`,
          )}
        </tbody>
      </table>
    </details>`;
  }

  readonly #redraw = (): void => {
    this.#remove?.();
    this.#remove = null;
    const { plot, data } = this;
    if (plot === null || data === null || plot.clientWidth === 0) return;
    this.#width = plot.clientWidth;
    this.#remove = drawChart(plot, data);
  };

  #onResize(): void {
    if (this.plot !== null && this.plot.clientWidth !== this.#width) this.#redraw();
  }
}
