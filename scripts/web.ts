import { dirname, join } from "node:path";
import { flagsOf } from "./flags.ts";
import { startDevServer } from "./web/dev-server.ts";

/** `npm run web`: the web face from source, on a gateway that runs. */
const values = flagsOf("npm run web -- [--gateway URL] [--port PORT]", {
  gateway: { type: "string", default: "http://127.0.0.1:18789" },
  port: { type: "string", default: "18800" },
});
const page = join(dirname(import.meta.dir), "packages/web/src/page/index.html");
const server = startDevServer({ gateway: values.gateway, page, port: Number(values.port) });
console.log(`${server.url} shows the web face of ${values.gateway}; load it again after a change.`);
console.log("It asks for the token that `squire gateway token show` prints. Ctrl+C ends it.");
