import { browserPorts, keptTheme } from "./browser-ports.ts";
import { connectHost } from "./connect/connect-host.ts";
import { takeCredentials } from "./connect/token.ts";
import { SquireApp } from "./elements/all.ts";

// The policy of the page lets no text become code: the schema library shall not even try. If it is
// here already, it reads what it has made for this; if not, it takes what it finds.
const known: unknown = Reflect.get(globalThis, "__zod_globalConfig");
Object.assign(globalThis, { __zod_globalConfig: Object.assign(known ?? {}, { jitless: true }) });

const app = document.querySelector("squire-app");
const ports = { ...browserPorts(), connect: connectHost };
const bar = {
  hash: location.hash,
  replace: (hash: string) => history.replaceState(null, "", hash),
};
if (app instanceof SquireApp) app.start(ports, takeCredentials(bar, ports.kept), keptTheme());
