import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { bundlePage } from "@squire/platform";

export type ServedPage = AsyncDisposable & {
  readonly url: string;
  /** By path, without the first slash. */
  readonly files: Awaited<ReturnType<typeof bundlePage>>;
};

type Options = Parameters<typeof bundlePage>[0] & {
  readonly headers?: Readonly<Record<string, string>>;
};

/** A page with all that it needs, bundled and served on a port of its own. */
export async function servePage({ headers = {}, ...options }: Options): Promise<ServedPage> {
  const files = await bundlePage(options);
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? "/", "http://page").pathname.slice(1);
    const file = files.get(path === "" ? "index.html" : path);
    response.writeHead(file === undefined ? 404 : 200, {
      ...headers,
      "content-type": file?.type ?? "text/plain",
    });
    response.end(file?.bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // Listening on a port, it has an address with one.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    files,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
