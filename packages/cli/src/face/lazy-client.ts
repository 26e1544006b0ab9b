import type { HostClient } from "@squire/client";

/**
 * A client whose host is opened meanwhile: the terminal paints first. What is asked before the host is
 * there waits for it; a host that cannot be opened is how every call fails.
 */
export function lazyClient(clientId: string, opening: Promise<HostClient>): HostClient {
  return {
    clientId,
    call: async (method, params) => (await opening).call(method, params),
    events: (sessionKey, fromSeq) => ({
      async *[Symbol.asyncIterator]() {
        yield* (await opening).events(sessionKey, fromSeq);
      },
    }),
    close: async () => (await opening).close(),
  };
}
