import { bundlePage } from "../../packages/platform/src/bundle-page.ts";

export type DevServer = { readonly url: string; stop(): Promise<void> };

type Options = {
  /** The gateway whose socket is behind ours: `http://127.0.0.1:18789`. */
  readonly gateway: string;
  readonly page: string;
  /** 0: any free one. */
  readonly port: number;
};

type Line = { far: WebSocket | null; readonly waiting: string[] };

/**
 * The web face from source: every load of the page bundles it anew, and its socket leads to a gateway
 * that runs elsewhere. On loopback, for who works on the face.
 */
export function startDevServer({ gateway, page, port }: Options): DevServer {
  let files: Awaited<ReturnType<typeof bundlePage>> = new Map();
  const server = Bun.serve<Line>({
    hostname: "127.0.0.1",
    port,
    async fetch(request, self) {
      const { pathname } = new URL(request.url);
      if (pathname === "/ws") {
        const isOurs = request.headers.get("origin") === self.url.origin;
        if (isOurs && self.upgrade(request, { data: { far: null, waiting: [] } })) return undefined;
        return new Response("That page may not connect.", { status: 403 });
      }
      const name = pathname === "/" ? "index.html" : pathname.slice(1);
      if (name === "index.html") {
        try {
          files = await bundlePage({ page, minify: false });
        } catch (error) {
          return new Response(String(error), { status: 500 });
        }
      }
      const file = files.get(name);
      if (file === undefined) return new Response("There is nothing here.", { status: 404 });
      return new Response(Buffer.from(file.bytes), { headers: { "content-type": file.type } });
    },
    websocket: {
      open: (near) => {
        // To the gateway this is a page of its own.
        const headers = { origin: new URL(gateway).origin };
        // The types are a browser's, where nobody may choose headers.
        const asOwn = { headers } as unknown as string[];
        const far = new WebSocket(`${gateway.replace(/^http/, "ws")}/ws`, asOwn);
        near.data.far = far;
        far.addEventListener("open", () => {
          for (const message of near.data.waiting.splice(0)) far.send(message);
        });
        far.addEventListener("message", ({ data }) => near.send(String(data)));
        far.addEventListener("close", ({ code, reason }) => near.close(passedOn(code), reason));
      },
      message: ({ data: { far, waiting } }, message) => {
        const text = String(message);
        if (far?.readyState === WebSocket.OPEN) far.send(text);
        else waiting.push(text);
      },
      close: ({ data: { far } }) => far?.close(),
    },
  });
  return { url: server.url.origin, stop: () => server.stop(true) };
}

/** Codes that only a browser itself may give. */
function passedOn(code: number): number {
  return code === 1005 || code === 1006 ? 1001 : code;
}
