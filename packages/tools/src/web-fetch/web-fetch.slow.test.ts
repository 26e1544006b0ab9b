import { afterAll, describe, expect, test } from "bun:test";
import { systemClock } from "@squire/platform";
import { allowHosts, guardedFetch, systemNetwork } from "@squire/safety";
import { createServer } from "node:http";
import { gzipSync } from "node:zlib";
import { bench, runTool, textOf, told } from "../testing/try-tool.ts";
import { openExtractor } from "./extract/extractor.ts";
import { pageCache } from "./page-cache.ts";
import { newsPage, PARAGRAPHS } from "./testing/pages.ts";
import { webFetchTool } from "./web-fetch.ts";

const extractor = openExtractor({ clock: systemClock });
const server = createServer((request, response) => {
  if (request.url === "/moved") response.writeHead(301, { location: "/page" }).end();
  else if (request.url === "/out") response.writeHead(302, { location: "http://10.0.0.1/" }).end();
  else {
    response.writeHead(200, { "content-type": "text/html", "content-encoding": "gzip" });
    response.end(gzipSync(newsPage()));
  }
});
const port = await new Promise<number>((resolve) => {
  server.listen(0, "127.0.0.1", () => {
    const address = server.address();
    resolve(typeof address === "object" && address !== null ? address.port : 0);
  });
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await extractor.close();
});

/** Everything as it is in the product: sockets, guard, worker. */
function toolWith(opened: readonly string[]) {
  const fetch = guardedFetch(systemNetwork({}), { allow: allowHosts(opened) });
  return webFetchTool({ fetch, cache: pageCache(), extractor, key: () => null });
}

describe("web_fetch, whole", () => {
  const url = `http://127.0.0.1:${port}/moved`;

  test("WEB-5 WEB-6: a page of this machine, since the user opened it", async () => {
    const tool = toolWith([`127.0.0.1:${port}`]);
    const output = await runTool(tool, { url }, bench("/nowhere"));
    expect(output.details.data).toMatchObject({
      url: `http://127.0.0.1:${port}/page`,
      title: "The lighthouse",
    });
    expect(textOf(output)).toContain(PARAGRAPHS[2] ?? "");
    expect(await told(tool, { url: `http://127.0.0.1:${port}/out` }, bench("/nowhere"))).toContain(
      "! 10.0.0.1 was not asked: it is a private network.",
    );
  });

  test("WEB-6: and not otherwise", async () => {
    expect(await told(toolWith([]), { url }, bench("/nowhere"))).toBe(
      "! 127.0.0.1 was not asked: it is this machine. Only the user can open it, in web.allow_hosts.",
    );
  });
});
