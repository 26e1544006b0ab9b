import type { HostClient } from "@squire/client";

/**
 * A client whose host is opened by the first call: the terminal paints before that. A host that cannot
 * be opened is how every call fails.
 */
export function lazyClient(clientId: string, open: () => Promise<HostClient>): HostClient {
  let opening: Promise<HostClient> | null = null;
  const opened = (): Promise<HostClient> => (opening ??= open());
  return {
    clientId,
    call: async (method, params) => (await opened()).call(method, params),
    events: (sessionKey, fromSeq, stream) => ({
      async *[Symbol.asyncIterator]() {
        yield* (await opened()).events(sessionKey, fromSeq, stream);
      },
    }),
    close: async () => (await opening)?.close(),
  };
}
