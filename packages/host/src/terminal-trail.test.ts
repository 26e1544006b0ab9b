import { expect, test } from "bun:test";
import { stat } from "node:fs/promises";
import { tempWorkspace } from "@squire/testkit";
import { lastHere, leaveTrail, terminalId } from "./terminal-trail.ts";

test("SES-10: what tells terminals apart", () => {
  expect(terminalId({ TERM: "xterm" })).toBeNull();
  expect(terminalId({ KITTY_WINDOW_ID: "3" })).toBe("KITTY_WINDOW_ID=3");
  const pane = { TMUX_PANE: "%0", TERM_SESSION_ID: "w0" };
  expect(terminalId({ ...pane, TMUX: "/tmp/tmux-0/a,1,0" })).toBe("TMUX_PANE=%0 /tmp/tmux-0/a");
  expect(terminalId({ ...pane, TMUX: "/tmp/tmux-0/b,1,0" })).not.toBe(
    terminalId({ ...pane, TMUX: "/tmp/tmux-0/a,1,0" }),
  );
});

test("SES-10: the session last used in this terminal and folder", async () => {
  await using home = await tempWorkspace();
  const [one, two] = [{ WT_SESSION: "1" }, { WT_SESSION: "2" }];
  await leaveTrail(home.root, one, { cwd: "/p", sessionId: "a" });
  await leaveTrail(home.root, two, { cwd: "/p", sessionId: "b" });
  await leaveTrail(home.root, one, { cwd: "/q", sessionId: "c" });
  expect(await lastHere(home.root, one, "/p")).toBe("a");
  expect(await lastHere(home.root, two, "/p")).toBe("b");
  await leaveTrail(home.root, one, { cwd: "/p", sessionId: "d" });
  expect(await lastHere(home.root, one, "/p")).toBe("d");
  expect(await lastHere(home.root, {}, "/p")).toBeNull();
  expect((await stat(home.path("terminals.json"))).mode & 0o777).toBe(0o600);
});

test("SES-10: a damaged trail is no trail", async () => {
  await using home = await tempWorkspace({ "terminals.json": '[{"terminal":1}, null' });
  expect(await lastHere(home.root, { WT_SESSION: "1" }, "/p")).toBeNull();
  await leaveTrail(home.root, { WT_SESSION: "1" }, { cwd: "/p", sessionId: "a" });
  expect(await lastHere(home.root, { WT_SESSION: "1" }, "/p")).toBe("a");
});
