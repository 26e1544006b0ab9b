import { describe, expect, test } from "bun:test";
import {
  bashCall,
  callOf,
  judge,
  POLICY,
  policyOf,
  STATE,
  verdictOf,
  WORKSPACE,
} from "./test-gate.ts";

describe("PERM-15: the floor", () => {
  const open = policyOf({ allow: ["bash", "write", "edit", "delete", "move"] });
  const commands = [
    "rm -rf /",
    "rm -rf /*",
    "rm -rf ~",
    "rm -rf ~/",
    "rm -rf $HOME",
    'rm -rf "${HOME}"',
    "rm -rf ~/*",
    "rm -rf /home/me",
    "rm -rf /home",
    "rm -rf /usr",
    "rm -fr --no-preserve-root /",
    "sudo rm -rf /",
    "cd / && rm -rf *",
    "cd ~ && rm -rf .",
    "cd ..; rm -rf .",
    "rm -rf ..",
    "rm -rf ../../me",
    "find / -delete",
    "find ~ -name '*' -delete",
    "find / -exec rm -rf {} +",
    "mv ~ /tmp/x",
    "sh -c 'rm -rf /'",
    "mkfs.ext4 /dev/sda1",
    "sudo mkfs -t ext4 /dev/sdb",
    "dd if=/dev/zero of=/dev/sda",
    "echo x > /dev/sda",
    "cat x | tee /dev/nvme0n1",
    "wipefs -a /dev/sda",
    "diskutil eraseDisk JHFS+ x disk2",
    ":(){ :|:& };:",
    "echo x > ~/.squire/config.toml",
    "echo x >> /home/me/.squire/permissions.toml",
    "cp x ~/.squire/credentials.db",
    "sed -i s/a/b/ ~/.squire/config.toml",
    "rm ~/.squire/audit.jsonl",
    "cd ~/.squire && touch x",
    "dd if=x of=~/.squire/config.toml",
    "ln -s x ~/.squire/y",
  ];
  for (const command of commands) {
    test(command, () => {
      for (const trust of ["review", "yolo"] as const) {
        expect(judge(bashCall(command), open, { trust, headless: "allow" }).verdict).toBe("deny");
      }
    });
  }

  test("file tools do not write outside of their roots", () => {
    const paths = [
      "/etc/x",
      "../x",
      "~/x",
      "/home/me/.squire/config.toml",
      "a/../../x",
      "/home/me/project-evil/x",
    ];
    const calls = paths.flatMap((path) => [
      callOf("write", { path, content: "" }, "write"),
      callOf("delete", { path }, "write"),
      callOf("move", { from: "a", to: path }, "write"),
      callOf("move", { from: path, to: "a" }, "write"),
    ]);
    expect(calls.filter((call) => judge(call, open, { trust: "yolo" }).verdict !== "deny")).toEqual(
      [],
    );
    const more = { ...STATE, workspace: { ...WORKSPACE, writable: ["/var/build"] } };
    expect(judge(callOf("write", { path: "/var/build/x" }, "write"), open, more).verdict).toBe(
      "allow",
    );
  });

  test("S21: a command does not start outside of the workspace", () => {
    const at = (cwd: string): string =>
      judge(callOf("bash", { command: "ls", cwd }, "execute"), open, { trust: "yolo" }).verdict;
    expect(["/", "..", "~", "/home/me/project-evil", "src/../.."].map(at)).toEqual(
      Array(5).fill("deny"),
    );
    expect(["src", ".", "/home/me/project/src"].map(at)).toEqual(Array(3).fill("allow"));
  });

  test("what only looks like it is not stopped", () => {
    const harmless = [
      "rm -rf dist",
      "rm -rf ./node_modules",
      "rm -rf /home/me/project/build",
      "fdisk -l",
      "find . -delete",
      "rm -rf /var/tmp/x",
    ];
    expect(harmless.filter((command) => verdictOf(command, open) !== "allow")).toEqual([]);
  });
});

describe("S25: files that decide what may run need an approval of their own", () => {
  const paths = [
    ".squire/config.toml",
    "squire.toml",
    ".git/hooks/pre-commit",
    ".git/config",
    "sub/.git/config",
    ".GIT/config",
    ".git./config",
    ".g\u200dit/config",
    "git~1/config",
    ".vscode/settings.json",
    ".VSCode/tasks.json",
    ".mcp.json",
    ".npmrc",
    ".envrc",
    ".claude/settings.json",
    ".cursor/mcp.json",
    ".husky/pre-push",
    ".bashrc",
  ];
  const project = policyOf({ allow: ["write", "edit", "write(**)", "bash"], scope: "project" });

  test("whatever trust, rules of the project and --yes say", () => {
    for (const path of paths) {
      const call = callOf("write", { path, content: "" }, "write");
      for (const policy of [POLICY, project]) {
        const decision = judge(call, policy, { trust: "yolo", headless: "allow" });
        expect([path, decision.verdict, decision.risk]).toEqual([path, "ask", "high"]);
      }
    }
  });

  test("also by a command", () => {
    const commands = [
      "echo x > .git/hooks/pre-commit",
      "cp evil .vscode/settings.json",
      "cd .git && touch hooks/x",
      "rm -rf .git",
      "git config core.fsmonitor evil",
      "npm config set script-shell evil",
      "echo x >> ~/.bashrc",
      "squire trust",
      "./node_modules/.bin/squire permissions add x",
      "crontab evil",
      "tee .squire/permissions.local.toml",
    ];
    for (const command of commands) {
      expect([command, verdictOf(command, project, { trust: "yolo", headless: "allow" })]).toEqual([
        command,
        "ask",
      ]);
    }
    expect(verdictOf("cat .vscode/settings.json", POLICY)).toBe("allow");
    expect(verdictOf("git config --list", POLICY)).toBe("allow");
  });

  test("unless a rule of the user's own names them", () => {
    const call = callOf("edit", { path: ".vscode/settings.json" }, "write");
    const by = (scope: "user" | "run" | "project" | "session", allow: string): string =>
      judge(call, policyOf({ allow: [allow], scope })).verdict;
    expect(by("user", "edit(.vscode/**)")).toBe("allow");
    expect(by("run", "edit(.vscode/settings.json)")).toBe("allow");
    expect(by("user", "edit(**)")).toBe("ask");
    expect(by("user", "edit")).toBe("ask");
    expect(by("project", "edit(.vscode/**)")).toBe("ask");
    expect(by("session", "edit(.vscode/**)")).toBe("ask");
  });
});
