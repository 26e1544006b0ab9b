import { systemClock } from "@squire/platform";
import { findQuote } from "@squire/ranking";
import type { CheckedCitation } from "@squire/research";
import { webTools } from "@squire/tools";
import type { Host } from "../open.ts";
import { policyOf } from "../safety/policy.ts";
import { projectRootOf } from "../safety/project-root.ts";
import { openWeb } from "../workbench/web-services.ts";

/** What a page says today; a text that says why where it cannot be had. */
type PageNow = { readonly text: string } | { readonly problem: string };

/**
 * Looks at the pages of a report as they are today, through the same guard as every fetch: whether they still say what
 * was quoted. The kept texts decide whether a report holds; this only adds how things stand now.
 */
export async function withPagesNow(
  host: Host,
  citations: readonly CheckedCitation[],
  signal: AbortSignal,
): Promise<readonly CheckedCitation[]> {
  const { policy } = policyOf({ loaded: host.loaded, projectRoot: projectRootOf(host) });
  const web = openWeb(host, () => policy);
  if (web === null) return citations;
  try {
    const pages = new Map<string, PageNow>();
    const looked: CheckedCitation[] = [];
    for (const citation of citations) {
      const { source } = citation;
      if (!/^https?:/.test(source)) {
        looked.push(citation);
        continue;
      }
      const page = pages.get(source) ?? (await pageNow(web.services, source, signal));
      pages.set(source, page);
      looked.push({ ...citation, now: wordsFor(citation, page) });
    }
    return looked;
  } finally {
    await web.close();
  }
}

function wordsFor({ quote }: CheckedCitation, page: PageNow): string {
  if ("problem" in page) return `the page cannot be had today: ${page.problem}`;
  if (quote === "") return "the page is there today";
  const found = findQuote(page.text, quote);
  if (found === null) return "the page does not say so any more";
  return found.how === "exact" ? "the page still says so" : "the page says nearly the same today";
}

type Services = Parameters<typeof webTools>[0];

async function pageNow(services: Services, url: string, signal: AbortSignal): Promise<PageNow> {
  let whole = "";
  const tool = webTools(services).find(({ name }) => name === "web_fetch");
  const prepared = tool?.prepare({ url });
  if (prepared?.ok !== true) return { problem: "its address cannot be read" };
  try {
    await prepared.call.run({
      cwd: "/",
      signal,
      callId: "verify",
      sessionId: "verify",
      report: () => {},
      artifacts: {
        save: (content) => {
          whole = typeof content === "string" ? content : new TextDecoder().decode(content);
          return Promise.resolve({ id: "kept-in-memory" });
        },
        stream: () => Promise.reject(new Error("not used")),
      },
      env: {},
      clock: systemClock,
    });
    return { text: whole };
  } catch (error) {
    signal.throwIfAborted();
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}
