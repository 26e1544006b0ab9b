import { browserPorts, keptTheme } from "./browser-ports.ts";
import { connectHost } from "./connect/connect-host.ts";
import { takeCredentials } from "./connect/token.ts";
import { SquireApp } from "./elements/all.ts";

const app = document.querySelector("squire-app");
const ports = { ...browserPorts(), connect: connectHost };
const bar = {
  hash: location.hash,
  replace: (hash: string) => history.replaceState(null, "", hash),
};
if (app instanceof SquireApp) app.start(ports, takeCredentials(bar, ports.kept), keptTheme());
