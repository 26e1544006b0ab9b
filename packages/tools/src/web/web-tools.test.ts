import { expect, test } from "bun:test";
import { extractPage } from "../web-fetch/extract/extract-page.ts";
import { pageCache } from "../web-fetch/page-cache.ts";
import { site } from "../web-fetch/testing/site.ts";
import { webTools, type WebServices } from "./web-tools.ts";

const services: WebServices = {
  search: {
    order: () => [],
    access: { key: () => null, baseUrl: () => null },
    fetch: () => Promise.reject(new Error("no network")),
  },
  fetch: {
    fetch: site({}).fetch,
    cache: pageCache(),
    key: () => null,
    extractor: {
      extract: (request) => extractPage({ ...request, plain: false }),
      close: () => Promise.resolve(),
    },
  },
};

test("WEB-9 (part): both tools come and go together", () => {
  expect(webTools(services).map(({ name, effect }) => [name, effect])).toEqual([
    ["web_search", "network"],
    ["web_fetch", "network"],
  ]);
  expect(webTools(null)).toEqual([]);
});

test("WEB-5 WEB-1 (part): the arguments a model is told about", () => {
  expect(webTools(services).map((tool) => tool.parameters())).toMatchObject([
    { required: ["query"], properties: { query: {}, topK: {}, provider: {}, recency: {} } },
    { required: ["url"], properties: { url: {}, maxChars: {}, selector: {} } },
  ]);
});
