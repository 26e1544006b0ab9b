import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";

export type EngineName = "exa" | "tavily" | "firecrawl" | "brave";
export const ENGINES: readonly EngineName[] = ["exa", "tavily", "firecrawl", "brave"];

type Page = { readonly title: string; readonly html: string };

export type SearchDoubles = AsyncDisposable & {
  /** Keys and addresses of the engines. */
  readonly env: Readonly<Record<string, string>>;
  /** Where a page of the site is. */
  readonly page: (name: string) => string;
  /** The page says something else from now on. */
  readonly change: (name: string, html: string) => void;
  /** Engines that were asked, in order. */
  readonly asked: readonly EngineName[];
};

export type DoubleOptions = {
  readonly pages: Readonly<Record<string, Page>>;
  /** Answers with an error. */
  readonly failing?: EngineName | "all";
};

/** Search engines and the pages they find, on this machine and over real HTTP. */
export async function startSearchDoubles({
  pages,
  failing,
}: DoubleOptions): Promise<SearchDoubles> {
  const asked: EngineName[] = [];
  const servers: Server[] = [];
  const start = async (answer: (request: IncomingMessage, response: ServerResponse) => void) => {
    const server = createServer(answer);
    servers.push(server);
    await new Promise<void>((resolve) => {
      server.listen(0, "127.0.0.1", resolve);
    });
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("no port");
    return `http://127.0.0.1:${address.port}`;
  };
  const sites = new Map<string, string>();
  const changed = new Map<string, string>();
  for (const [name, { title, html }] of Object.entries(pages)) {
    const url = await start((_, response) => {
      response.writeHead(200, { "content-type": "text/html" });
      response.end(
        `<html><head><title>${title}</title></head><body><article>${changed.get(name) ?? html}</article></body></html>`,
      );
    });
    sites.set(name, `${url}/${name}`);
  }
  const env: Record<string, string> = {};
  for (const engine of ENGINES) {
    const url = await start((request, response) => {
      request.resume();
      asked.push(engine);
      const isDown = failing === engine || failing === "all";
      response.writeHead(isDown ? 503 : 200, { "content-type": "application/json" });
      const hits = [...sites].map(([name, place]) => ({
        title: pages[name]?.title ?? "",
        url: place,
      }));
      response.end(isDown ? "{}" : JSON.stringify(answerOf(engine, hits)));
    });
    env[`${engine.toUpperCase()}_BASE_URL`] = url;
    env[`${engine.toUpperCase()}_API_KEY`] = `key-of-${engine}`;
  }
  return {
    env,
    asked,
    change: (name, html) => void changed.set(name, html),
    page: (name) => sites.get(name) ?? "",
    async [Symbol.asyncDispose]() {
      for (const server of servers) {
        server.closeAllConnections();
        await new Promise((resolve) => {
          server.close(resolve);
        });
      }
    },
  };
}

type Hit = { readonly title: string; readonly url: string };

/** In the form that the documentation of each engine shows. */
function answerOf(engine: EngineName, hits: readonly Hit[]): object {
  switch (engine) {
    case "exa":
      return { results: hits.map((hit) => ({ ...hit, highlights: ["words"] })) };
    case "tavily":
      return { results: hits.map((hit) => ({ ...hit, content: "words", score: 0.5 })) };
    case "firecrawl":
      return {
        success: true,
        data: { web: hits.map((hit) => ({ ...hit, description: "words" })) },
      };
    case "brave":
      return { web: { results: hits.map((hit) => ({ ...hit, description: "words" })) } };
  }
}
