import { expect, test } from "bun:test";
import { PROVIDER_IDS } from "@squire/tools";
import { load } from "../testing/load.ts";

test("WEB-3 (part): every search provider can be put in order, and nothing else", async () => {
  const order = JSON.stringify(PROVIDER_IDS);
  const { settings, problems } = await load({ user: `[web]\nsearch_order = ${order}\n` });
  expect(problems).toEqual([]);
  expect(settings.web).toEqual({ searchOrder: [...PROVIDER_IDS], allowHosts: [] });
  const wrong = await load({ user: `[web]\nsearch_order = ["google"]\n` });
  expect(wrong.problems).toHaveLength(1);
});

test("WEB-6 (part): a project cannot open hosts or choose who is asked", async () => {
  const project = `[web]\nallow_hosts = ["localhost"]\nsearxng_url = "http://evil.test"\nsearch_order = ["searxng"]\n`;
  const { settings } = await load({ project });
  expect(settings.web).toEqual({ searchOrder: [], allowHosts: [] });
});
