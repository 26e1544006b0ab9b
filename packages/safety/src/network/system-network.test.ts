import { expect, test } from "bun:test";
import { rejectionOf } from "@squire/testkit";
import { guardedFetch } from "./guarded-fetch.ts";
import { systemNetwork } from "./system-network.ts";
import { TEST_CERTIFICATE, TEST_KEY } from "./testing/certificate.ts";
import { httpsServer } from "./testing/fake-internet.ts";

test("WEB-6: with the machine's own DNS and sockets", async () => {
  const server = await httpsServer(
    { key: TEST_KEY, cert: TEST_CERTIFICATE },
    (_, response) => void response.end("mine"),
  );
  try {
    const ports = systemNetwork({ NODE_EXTRA_CA_CERTS: TEST_CERTIFICATE });
    const signal = new AbortController().signal;
    const open = guardedFetch(ports, { allow: () => true });
    const url = `https://localhost:${server.port}/`;
    expect(new TextDecoder().decode((await open(url, { signal })).body)).toBe("mine");
    for (const blocked of [url, `https://127.0.0.1:${server.port}/`]) {
      expect(await rejectionOf(guardedFetch(ports)(blocked, { signal }))).toMatchObject({
        code: "blocked_address",
      });
    }
  } finally {
    server.close();
  }
});
