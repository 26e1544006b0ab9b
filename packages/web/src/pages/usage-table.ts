import { count, dollars } from "@squire/client";
import type { MethodResult } from "@squire/protocol";
import { html, nothing } from "lit";
import { inertLine } from "../items/item-parts.ts";

const MOST_ROWS = 12;

/** What was spent on each, the dearest first; by its name where it has one. */
export function usageTable(
  title: string,
  { rows }: MethodResult<"usage.get">,
  names: ReadonlyMap<string, string> = new Map(),
): unknown {
  if (rows.length === 0) return nothing;
  const sorted = rows.toSorted((a, b) => (b.costUsd ?? 0) - (a.costUsd ?? 0)).slice(0, MOST_ROWS);
  return html`<section>
    <h2 class="page-title">${title}</h2>
    <table class="figures">
      <thead>
        <tr>
          <th></th>
          <th>requests</th>
          <th>read</th>
          <th>cached</th>
          <th>written</th>
          <th>cost</th>
        </tr>
      </thead>
      <tbody>
        ${sorted.map(
          (row) =>
            html`<tr>
              <th class="cut" title=${inertLine(row.key)}>
                ${inertLine(names.get(row.key) || row.key)}
              </th>
              <td>${count(row.requests)}</td>
              <td>${count(row.input)}</td>
              <td>
                ${row.input === 0 ? "–" : `${Math.round((row.cacheRead / row.input) * 100)}%`}
              </td>
              <td>${count(row.output)}</td>
              <td>${dollars(row.costUsd)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </section>`;
}
