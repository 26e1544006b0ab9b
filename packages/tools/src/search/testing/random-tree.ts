import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Chance } from "./chance.ts";

const FOLDERS = ["a", "b-b", "build", "node_modules", ".hid", "ü", "x y", "sub", "a.d"];
const NAMES = [
  "a.txt",
  "b.ts",
  "c.log",
  "keep.log",
  "d.test.ts",
  ".dot",
  ".env",
  "-dash.txt",
  "[br].txt",
  "{x}.js",
  "new\nline.md",
  "Ünï.md",
  "no-ending",
  "sub",
  "😀.txt",
  "ﬀ.txt",
];
const RULES = [
  "*.log",
  "build/",
  "/a",
  "!keep.log",
  "a/**",
  "**/b.ts",
  "*.t?t",
  "[ab].txt",
  "x y",
  "\\!x",
  "# c",
  "sub/*.ts",
  "!a/",
  "a/**/b.ts",
  "*",
  "!*.ts",
  "{a,b}.txt",
  "a.txt/",
  "**",
  "c.log  ",
  "!.dot",
  "!/sub",
  "node_modules",
  "*.*",
  "b-*",
  "[!a].txt",
  "[a",
  "ü/",
  "/sub/a.txt",
  "sub/**/",
  "!.hid",
  "*\\.md",
];
const IGNORE_FILES = [".gitignore", ".gitignore", ".ignore", ".rgignore"];
const WORDS = [
  "foo",
  "Foo",
  "FOO",
  "bar",
  "foobar",
  "café",
  "CAFÉ",
  "straße",
  "σίσυφος",
  "ΣΊΣΥΦΟΣ",
  "K",
  "k",
  "42",
  "a_b",
  "x.y",
  "(z)",
  "{}",
  "日本",
  "٣",
  "\t",
  " ",
  "-",
  "ſ",
  "e\u0301",
  "😀",
  "\u00a0",
  "\u2028",
];

/** A small tree with everything in it that two engines might see differently. */
export async function randomTree(root: string, random: Chance): Promise<void> {
  const folders = ["."];
  for (let made = 0; made < 5; made++) {
    folders.push(join(random.pick(folders), random.pick(FOLDERS)));
  }
  for (const folder of folders) {
    // A file of the same name may be in the way: then there is one folder less.
    await attempt(() => mkdir(join(root, folder), { recursive: true }));
    await fill(join(root, folder), random);
  }
}

async function fill(folder: string, random: Chance): Promise<void> {
  for (let made = random.below(6); made >= 0; made--) {
    await attempt(() => writeFile(join(folder, random.pick(NAMES)), content(random)));
  }
  if (random.below(3) === 0) {
    const rules = Array.from({ length: 1 + random.below(4) }, () => random.pick(RULES));
    const text = rules.join(random.below(4) === 0 ? "\r\n" : "\n");
    await attempt(() => writeFile(join(folder, random.pick(IGNORE_FILES)), text));
  }
  if (random.below(8) === 0) await makeRepository(folder, random);
  if (random.below(5) === 0) {
    const target = random.pick(["a.txt", "..", "../a.txt", "gone", "sub"]);
    await attempt(() => symlink(target, join(folder, random.pick(["link", "b.ts", "sub"]))));
  }
}

async function makeRepository(folder: string, random: Chance): Promise<void> {
  const git = join(folder, ".git");
  await attempt(async () => {
    await mkdir(join(git, "info"), { recursive: true });
    await writeFile(join(git, "HEAD"), "foo\n");
    if (random.below(2) === 0)
      await writeFile(join(git, "info/exclude"), `${random.pick(RULES)}\n`);
  });
}

async function attempt(act: () => Promise<unknown>): Promise<void> {
  try {
    await act();
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : null;
    const isExpected = ["EEXIST", "ENOTDIR", "EISDIR", "ENOENT", "ELOOP"].includes(String(code));
    if (!isExpected) throw error;
  }
}

function content(random: Chance): Buffer {
  const newline = random.pick(["\n", "\n", "\n", "\r\n", "\r"]);
  const lines = Array.from({ length: random.below(12) }, () => line(random));
  let text = lines.join(newline) + (random.below(4) === 0 ? "" : newline);
  if (random.below(12) === 0) text += "filler line\n".repeat(7_000) + line(random);
  switch (random.below(16)) {
    case 0:
      return Buffer.from(`\uFEFF${text}`, "utf8");
    case 1:
      return Buffer.from(`\uFEFF${text}`, "utf16le");
    case 2:
      return Buffer.from(`\uFEFF${text}`, "utf16le").swap16();
    case 3:
      return Buffer.from(text, "latin1");
    case 4:
      return withByte(text, 0, random);
    case 5:
      return withByte(text, 0xff, random);
    default:
      return Buffer.from(text, "utf8");
  }
}

function withByte(text: string, byte: number, random: Chance): Buffer {
  const bytes = Buffer.from(text, "utf8");
  if (bytes.length > 0) bytes[random.below(bytes.length)] = byte;
  return bytes;
}

function line(random: Chance): string {
  const words = Array.from({ length: random.below(6) }, () => random.pick(WORDS));
  const text = words.join(random.pick([" ", "", "  "]));
  if (random.below(20) === 0) return text.repeat(400);
  return random.below(20) === 0 ? `${"é".repeat(400)}${text}${"-".repeat(900)}` : text;
}
