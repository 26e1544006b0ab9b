import { expect, test } from "bun:test";
import { openShell } from "../shell/shell.ts";
import { betterTool } from "./better-tool.ts";
import { Hints } from "./hints.ts";

const all = (): boolean => true;

test.each([
  ["cat a.txt", "read"],
  ["head -n 20 src/a.ts", "read"],
  ["tail -5 log", "read"],
  ["grep -rn foo src", "grep"],
  ["rg foo", "grep"],
  ["find . -name '*.ts'", "find"],
  ["sed -i 's/a/b/' x", "edit"],
  ["sed -e 's/a/b/' --in-place x", "edit"],
  ["perl -pi -e 's/a/b/' x", "edit"],
  ["cat > a.txt <<'EOF'\nhello\nEOF", "write"],
  ["echo hi >> notes.md", "write"],
  ["git commit -m x", "commit"],
  ["git -c a=b commit", "commit"],
  ["curl https://example.com", "fetch"],
])("SH-9: %p has a better tool: %p", (command, kind) => {
  expect(betterTool(command, all)?.kind).toBe(kind);
  expect(betterTool(command, () => false)).toBeNull();
});

test.each([
  "cat a.txt | wc -l",
  "cat",
  "grep foo a && echo yes",
  "find . -name x -delete",
  "find . -exec rm {} +",
  "sed -n 1,5p a.txt",
  "echo hi",
  "echo hi 2>&1",
  "printf '%s' x | tee a",
  "git status",
  "git log --grep=commit",
  "curl -X POST https://example.com",
  "npm test",
  "category a",
])("SH-9: %p is left alone", (command) => {
  expect(betterTool(command, all)).toBeNull();
});

test("SH-9: one hint per session and kind; what is repeated runs; it can be switched off", () => {
  const hints = new Hints();
  const shell = openShell({ hasTool: all });
  expect(hints.take("cat a", "s1", shell)).toBe(
    "Not run: `read` shows files with line numbers and takes a range. To run the command all the same, repeat the call.",
  );
  expect(hints.take("cat a", "s1", shell)).toBeNull();
  expect(hints.take("cat b", "s1", shell)).toBeNull();
  expect(hints.take("grep x y", "s1", shell)).toContain("`grep`");
  expect(hints.take("cat a", "s2", shell)).toContain("`read`");
  const off = openShell({ hasTool: all, settings: { intercept: false } });
  expect(hints.take("cat a", "s3", off)).toBeNull();
});
