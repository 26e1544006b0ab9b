import { browserPorts, keptTheme } from "../../browser-ports.ts";
import { takeToken } from "../../connect/token.ts";
import { SquireApp } from "../../elements/all.ts";
import { playDemo } from "../demo.ts";
import { FakeHost } from "../fake-host.ts";
import { freshState } from "../states.ts";

// The page of the tests: the whole face, with a host that the test itself plays.
const host = new FakeHost(freshState());
const ports = {
  ...browserPorts(),
  connect: () => Promise.resolve(host.link()),
};
Object.assign(window, {
  squire: host,
  playDemo: (options: { readonly asks: boolean }) => playDemo(host, options),
  begin: (token: string | null = "t") => {
    const app = document.querySelector("squire-app");
    if (!(app instanceof SquireApp)) throw new Error("The page has no app.");
    const bar = {
      hash: location.hash,
      replace: (address: string) => history.replaceState(null, "", address),
    };
    app.start(ports, takeToken(bar, ports.kept) ?? token, keptTheme());
  },
});
