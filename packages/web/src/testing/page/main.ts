import { browserPorts, keptTheme } from "../../browser-ports.ts";
import type { Knocking } from "../../connect/connect-host.ts";
import { takeCredentials } from "../../connect/token.ts";
import { SquireApp } from "../../elements/all.ts";
import { playDemo } from "../demo.ts";
import { FakeHost } from "../fake-host.ts";
import { MarkdownBlocks } from "../../text/markdown-blocks.ts";
import type { TestWindow } from "../in-page.ts";
import { freshState } from "../states.ts";

// The page of the tests: the whole face, with a host that the test itself plays.
const host = new FakeHost(freshState());
const ports = {
  ...browserPorts(),
  connect: (knocking: Knocking) => Promise.resolve(host.link(knocking)),
};
const shown: TestWindow = {
  squire: host,
  // The same text at once and in pieces.
  markdown: (text, pieces) => {
    const [whole, grown] = [document.createElement("div"), document.createElement("div")];
    new MarkdownBlocks(whole).update(text, false);
    const blocks = new MarkdownBlocks(grown);
    let so = "";
    for (const piece of pieces) blocks.update((so += piece), true);
    blocks.update(text, false);
    return [whole.outerHTML, grown.outerHTML];
  },
  playDemo: (options: { readonly asks: boolean }) => playDemo(host, options),
  begin: (token: string | null = "t") => {
    const app = document.querySelector("squire-app");
    if (!(app instanceof SquireApp)) throw new Error("The page has no app.");
    const bar = {
      hash: location.hash,
      replace: (hash: string) => history.replaceState(null, "", hash),
    };
    const auth = takeCredentials(bar, ports.kept) ?? (token === null ? null : { token });
    app.start(ports, auth, keptTheme());
  },
};
Object.assign(window, shown);
