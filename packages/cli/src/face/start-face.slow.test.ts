import { describe, expect, test } from "bun:test";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Processes, Pty, ptyProblem } from "@squire/platform";
import {
  call,
  reply,
  say,
  startScriptedServer,
  tempWorkspace,
  type ServerScript,
} from "@squire/testkit";
import { Terminal } from "@xterm/headless";

const MAIN = join(import.meta.dirname, "testing", "face-main.ts");

/** The face in a real terminal of its own, with a shell around it that shows how the terminal is left. */
async function startInTerminal(script: ServerScript, words: readonly string[] = []) {
  const server = await startScriptedServer(script);
  const home = await tempWorkspace({
    "home/config.toml": `default_model = "mock/m"\n[[providers]]\nname = "mock"\nkind = "openai"\nbase_url = "${server.url}/v1"\nauth = "none"\nmodels = ["m"]\n`,
    "work/a.txt": "alpha",
  });
  const processes = new Processes();
  const pty = new Pty(processes, { cols: 100, rows: 30 });
  const screen = new Terminal({ cols: 100, rows: 30, allowProposedApi: true });
  let text = "";
  const waiting = new Set<() => void>();
  const face = [process.execPath, MAIN, ...words].map((word) => `'${word}'`).join(" ");
  const command = `exec 3<&0; ${face} <&3 & echo "pid=$!"; wait $!; echo "code=$?"; stty -a; echo over`;
  pty.start(
    { file: "/bin/sh", args: ["-c", command] },
    {
      cwd: home.path("work"),
      env: {
        PATH: process.env["PATH"] ?? "",
        HOME: home.root,
        SQUIRE_HOME: home.path("home"),
        TERM: "xterm-256color",
      },
      onOutput(chunk) {
        text += Buffer.from(chunk).toString();
        screen.write(chunk);
        for (const look of waiting) look();
      },
    },
  );
  const until = (wanted: string | RegExp) =>
    new Promise<void>((resolve) => {
      const look = (): void => {
        if (typeof wanted === "string" ? text.includes(wanted) : wanted.test(text)) resolve();
      };
      waiting.add(look);
      look();
    });
  return {
    server,
    path: (name: string) => home.path(name),
    pty,
    until,
    text: () => text,
    pid: async () => {
      await until(/pid=\d+/);
      return Number(/pid=(\d+)/.exec(text)?.[1]);
    },
    async shown() {
      await new Promise<void>((resolve) => {
        screen.write("", resolve);
      });
      const { active } = screen.buffer;
      return Array.from(
        { length: active.length },
        (_, row) => active.getLine(row)?.translateToString(true) ?? "",
      ).join("\n");
    },
    async [Symbol.asyncDispose]() {
      pty.kill();
      await processes[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
      await home[Symbol.asyncDispose]();
    },
  };
}

/** Echo and whole lines are on again, the cursor is shown, pastes are plain, keys are as before. */
function expectPutBack(text: string): void {
  const stty = text.slice(text.lastIndexOf("code="));
  expect(stty).toMatch(/(?<!-)\bicanon\b/);
  expect(stty).toMatch(/(?<!-)\becho\b/);
  expect(text.lastIndexOf("\u001b[?25h")).toBeGreaterThan(text.lastIndexOf("\u001b[?25l"));
  expect(text.lastIndexOf("\u001b[?2004l")).toBeGreaterThan(text.lastIndexOf("\u001b[?2004h"));
  expect(text.lastIndexOf("\u001b[<u")).toBeGreaterThan(text.lastIndexOf("\u001b[>1u"));
}

describe.if(ptyProblem({}) === null)("the face in a real terminal", () => {
  test("TUI-18: ask, stream, ctrl+c twice: a clean end", async () => {
    await using face = await startInTerminal([reply(say("The answer is **forty-two**."))]);
    await face.until("review");
    face.pty.write("what is it?\r");
    await face.until("forty-two");

    face.pty.write("\u0003");
    await face.until("ctrl+c again to leave");
    face.pty.write("\u0003");
    await face.until("over");
    expect(face.text()).toContain("code=0");
    expectPutBack(face.text());
    expect(await face.shown()).toContain("▸ what is it?");
    expect(await face.shown()).toContain("The answer is forty-two.");
    expect(await face.shown()).toMatch(/squire --resume \S+/);
  }, 30_000);

  test("PERM-10 (part): a call is asked for, denied once, allowed once, and its file is there", async () => {
    const write = (text: string) => call("write", { path: "b.txt", content: text });
    await using face = await startInTerminal([
      reply(write("first")),
      reply(write("second")),
      reply(say("All done.")),
    ]);
    await face.until("review");
    face.pty.write("write it\r");
    await face.until("asks because");
    expect(await face.shown()).toContain("first");
    face.pty.write("\u001b");
    await face.until("second");
    face.pty.write("\u001b[C\r");
    await face.until("All done.");
    expect(await readFile(face.path("work/b.txt"), "utf8")).toBe("second");
    face.pty.write("\u0004");
    await face.until("over");
    expectPutBack(face.text());
  }, 30_000);

  test("TUI-18: told to end by a signal", async () => {
    await using face = await startInTerminal([]);
    await face.until("review");
    process.kill(await face.pid(), "SIGTERM");
    await face.until("over");
    expect(face.text()).toContain("code=143");
    expectPutBack(face.text());
  }, 30_000);

  test("TUI-18: a crash is told below what was printed, on a terminal that works", async () => {
    await using face = await startInTerminal([], ["crash"]);
    await face.until("over");
    expect(face.text()).toContain("code=1");
    expect(face.text()).toContain("planted crash");
    expectPutBack(face.text());
  }, 30_000);

  test("TUI-17 (part): plain mode in a terminal writes no control code", async () => {
    await using face = await startInTerminal([reply(say("Plain words."))], ["plain"]);
    await face.until("Type a message");
    face.pty.write("hello\n");
    await face.until("Plain words.");
    face.pty.write("/quit\n");
    await face.until("over");
    const own = face.text().slice(0, face.text().lastIndexOf("code="));
    expect(own).not.toContain("\u001b");
  }, 30_000);
});
