import type { Tool } from "@squire/agent";
import {
  countedSearch,
  limitsFor,
  LocalIndex,
  localSearchTool,
  noteEvidenceTool,
  Notebook,
  openingFetch,
  openSourceTool,
  ResearchGuide,
} from "@squire/research";
import type { EvidenceNote, ResearchLimits } from "@squire/research";
import type { JsonValue } from "@squire/protocol";
import { untrusted } from "@squire/tools";
import { z } from "zod";
import { hidePages } from "./hide-pages.ts";
import { localDocuments } from "./local-documents.ts";
import type { ResearchParts } from "./research-parts.ts";
import { sessionSources } from "./source-store.ts";
import { unfinishedResearch } from "./unfinished.ts";

type GuideParts = Omit<
  ConstructorParameters<typeof ResearchGuide>[0],
  "notebook" | "limits" | "hidePages"
>;

/** The tools of research in one session, and what they write into. */
export class ResearchTools {
  readonly notebook: Notebook;
  readonly #parts: ResearchParts;
  readonly #texts: ReturnType<typeof sessionSources>;
  #index: { readonly signal: AbortSignal; readonly index: Promise<LocalIndex> } | null = null;
  #question = "";

  constructor(parts: ResearchParts) {
    const { session, workbench } = parts;
    this.#parts = parts;
    this.#texts = sessionSources(session, workbench.redactor);
    this.notebook = new Notebook({
      store: this.#texts,
      record: async (note) =>
        void (await session.append({ type: "citation", ...evidenceOf(note) })),
    });
    this.#install();
  }

  get limits(): ResearchLimits {
    const { host, wish } = this.#parts;
    const { minSearches, maxSearches, parallel, timeout } = host.loaded.settings.research;
    const settings = { minSearches, maxSearches, parallel, timeoutMs: timeout * 1000 };
    const { depth = "normal", timeMs } = wish();
    return limitsFor(depth, settings, timeMs);
  }

  /** Of the research that is written up. */
  get question(): string {
    return this.#question;
  }

  /** Notes that nobody has written up; gives the question they are about. */
  async restore(): Promise<string | null> {
    const branch = this.#parts.session.tree.branch();
    const open = await unfinishedResearch(branch, (id) => this.#texts.textOf(id));
    if (open === null) return null;
    this.notebook.restore(open.notes);
    this.#question = open.question;
    return open.question;
  }

  guide(parts: GuideParts): ResearchGuide {
    const { notebook, limits } = this;
    const { session } = this.#parts;
    return new ResearchGuide({
      ...parts,
      notebook,
      limits,
      hidePages: () => hidePages(session),
    });
  }

  /**
   * A turn begins. Whoever asks for research wants searches and the pages they name, also after the first page was read (PERM-16).
   * Where files are at hand, no other address is open: it could carry something of them away.
   */
  allowSearching(): void {
    // Files may have changed since the last question.
    this.#index = null;
    const { workbench, wish } = this.#parts;
    const isWeb = wish().sources === "web";
    workbench.allowForTurn(["web_search", ...(isWeb ? ["web_fetch"] : [])]);
  }

  /** What is at hand, read once a turn. What somebody else's stop has broken off is read again. */
  async index(signal: AbortSignal): Promise<LocalIndex> {
    for (;;) {
      signal.throwIfAborted();
      const reading = (this.#index ??= { signal, index: this.#read(signal) });
      try {
        return await reading.index;
      } catch (error) {
        if (this.#index === reading) this.#index = null;
        if (signal.aborted || !reading.signal.aborted) throw error;
      }
    }
  }

  async #read(signal: AbortSignal): Promise<LocalIndex> {
    const { host, session, workbench, wish } = this.#parts;
    const { mayRead, redactor } = workbench;
    const about = { host, sessionId: session.header.id, redact: redactor.redact, mayRead, signal };
    return new LocalIndex(await localDocuments({ ...about, ...wish() }));
  }

  #install(): void {
    const { registry } = this.#parts;
    const { notebook } = this;
    const count = { notebook, limits: () => this.limits };
    const local = { notebook, index: (signal: AbortSignal) => this.index(signal), wrap: untrusted };
    const named = (name: string): Tool | null =>
      registry.all().find((tool) => tool.name === name) ?? null;
    const search = named("web_search");
    const fetch = named("web_fetch");
    if (search !== null) registry.replace(countedSearch(this.#telling(search), count));
    if (fetch !== null) {
      const textOf = (id: string): Promise<string | null> => this.#texts.textOf(id);
      registry.replace(openingFetch(fetch, { notebook, textOf }));
    }
    for (const tool of [
      countedSearch(localSearchTool(local), count),
      openSourceTool(local),
      noteEvidenceTool(notebook),
    ]) {
      registry.add(tool);
    }
  }

  /** What a search of the web has named may be opened. */
  #telling(tool: Tool): Tool {
    return {
      ...tool,
      prepare: (args) => {
        const prepared = tool.prepare(args);
        if (!prepared.ok) return prepared;
        const { call } = prepared;
        return {
          ok: true,
          call: {
            ...call,
            run: async (context) => {
              const output = await call.run(context);
              const urls = urlsIn(output.details.data);
              const query = typeof call.args["query"] === "string" ? call.args["query"] : "";
              this.notebook.noteFound({ query, places: urls });
              this.#parts.workbench.allowForTurn(urls.flatMap(fetchRule));
              return output;
            },
          },
        };
      },
    };
  }
}

function evidenceOf({ claim, quote, source, start, end, status }: EvidenceNote) {
  const { place, title, sha256, artifactId, fetchedAt } = source;
  return {
    claim,
    quote,
    source: place,
    start,
    end,
    status,
    sha256,
    fetchedAt,
    ...(title === "" ? {} : { title }),
    ...(artifactId === null ? {} : { artifactId }),
  };
}

const Results = z.object({ results: z.array(z.object({ url: z.string() })) });

function urlsIn(data: JsonValue | undefined): readonly string[] {
  const read = Results.safeParse(data);
  return read.success ? read.data.results.map(({ url }) => url) : [];
}

/** Exactly this address; one that would read as a pattern gets no rule. */
function fetchRule(url: string): readonly string[] {
  const parsed = URL.parse(url);
  if (parsed === null || /[*?()[\]{}\\]/.test(parsed.href)) return [];
  return [`web_fetch(${parsed.href})`];
}
