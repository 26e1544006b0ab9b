import { HostError } from "@squire/protocol/values";
import { browserPorts, keptTheme } from "./browser-ports.ts";
import { takeToken } from "./connect/token.ts";
import { SquireApp } from "./elements/all.ts";

const ports = {
  ...browserPorts(),
  connect: () =>
    Promise.reject(new HostError({ code: "offline", message: "no gateway", retryable: false })),
};
const app = document.querySelector("squire-app");
const bar = {
  hash: location.hash,
  replace: (address: string) => history.replaceState(null, "", address),
};
if (app instanceof SquireApp) app.start(ports, takeToken(bar, ports.kept), keptTheme());
