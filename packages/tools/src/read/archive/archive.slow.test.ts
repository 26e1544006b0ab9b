import { describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { gzipSync } from "node:zlib";
import { tempWorkspace } from "@squire/testkit";
import * as fc from "fast-check";
import { zipOf } from "../../testing/archives.ts";
import { encodePng } from "../../testing/png.ts";
import { anew } from "../../testing/services.ts";
import { bench, runTool, told } from "../../testing/try-tool.ts";
import { readTool } from "../read.ts";
import { firstOf, unpack, type Packed } from "./unpack.ts";

const read = anew(readTool);

const FILES = {
  "src/deep/a.txt": "one\ntwo\n",
  "src/ü.txt": "grün",
  [`long/${"n".repeat(120)}/${"m".repeat(90)}.txt`]: "long",
  "data.bin": Uint8Array.from([0, 1, 2, 3]),
};

/** Real archives, by the programs of this machine. */
async function archives() {
  const dir = await tempWorkspace(FILES);
  const run = (...[command = "", ...args]: readonly string[]): number | null =>
    spawnSync(command, args, { cwd: dir.root }).status;
  const made = [
    run("tar", "cf", "a.tar", "src", "long", "data.bin"),
    run("tar", "czf", "a.tar.gz", "./src", "./long", "./data.bin"),
    run("tar", "--format=pax", "-czf", "pax.tgz", "src", "long", "data.bin"),
    run("tar", "--format=gnu", "-cf", "gnu.tar", "src", "long", "data.bin"),
  ];
  const zipped = run("zip", "-qr", "a.zip", "src", "long", "data.bin");
  return Object.assign(dir, { made, hasZip: zipped === 0 });
}

describe("FS-1 (part): archives", () => {
  test("FS-1 (part): what other programs have packed is listed and read", async () => {
    await using dir = await archives();
    expect(dir.made).toEqual([0, 0, 0, 0]);
    const names = ["a.tar", "a.tar.gz", "pax.tgz", "gnu.tar", ...(dir.hasZip ? ["a.zip"] : [])];
    for (const archive of names) {
      const see = (path: string): Promise<string> => told(read, { path }, bench(dir.root));
      const lines = (await see(archive)).split("\n");
      expect(lines).toEqual(
        expect.arrayContaining(["src/deep/", "src/deep/a.txt\t8", "data.bin\t4"]),
      );
      expect(await see(`${archive}/src/deep/a.txt`)).toBe("1\tone\n2\ttwo");
      expect(await see(`${archive}/src/ü.txt`)).toBe("1\tgrün");
      expect(await see(`${archive}/long/${"n".repeat(120)}/${"m".repeat(90)}.txt`)).toBe("1\tlong");
      expect(await see(`${archive}/data.bin`)).toStartWith("binary file, 4 bytes");
      expect((await see(`${archive}/src/deep`)).split("\n")).toContain("src/deep/a.txt\t8");
      expect(await see(`${archive}/src/deep/b.txt`)).toStartWith(
        `! Cannot read ${archive}/src/deep/b.txt: it is not in the archive. Similar: src/deep/a.txt`,
      );
      const part = { path: archive, selector: "src/deep/a.txt", offset: 2 };
      expect(await told(read, part, bench(dir.root))).toBe("2\ttwo");
    }
  });

  test("FS-1 (part): a folder with the name of an archive is a folder", async () => {
    await using dir = await tempWorkspace({ "a.zip/inner.txt": "plain" });
    expect(await told(read, { path: "a.zip/inner.txt" }, bench(dir.root))).toBe("1\tplain");
    expect(await told(read, { path: "a.zip/other.txt" }, bench(dir.root))).toStartWith(
      "! There is no a.zip/other.txt.",
    );
  });

  test("FS-1 (part): images inside are shown; stored files and a program before it are fine", async () => {
    const png = encodePng({ width: 1, height: 1, rgba: new Uint8Array(4) });
    await using dir = await tempWorkspace({
      "a.zip": zipOf([{ name: "i.png", content: png, stored: true }], Buffer.from("PK\x03\x04sfx")),
    });
    const { content } = await runTool(read, { path: "a.zip/i.png" }, bench(dir.root));
    expect(content).toEqual([
      { type: "image", mimeType: "image/png", data: Buffer.from(png).toString("base64") },
    ]);
  });

  test("FS-1 (part): what cannot be unpacked is told", async () => {
    const file = { name: "x.txt", content: "x".repeat(5_000) };
    const whole = zipOf([file]);
    await using dir = await tempWorkspace({
      "locked.zip": zipOf([{ ...file, flags: 0x801 }]),
      "odd.zip": zipOf([{ ...file, method: 99 }]),
      "cut.zip": whole.subarray(0, whole.length - 30),
      "broken.zip": Buffer.from(whole).fill(0xff, 40, 60),
      "fake.zip": "PK\x03\x04 and nothing else",
    });
    const see = (path: string): Promise<string> => told(read, { path }, bench(dir.root));
    expect(await see("locked.zip/x.txt")).toBe("! Cannot read locked.zip/x.txt: It is encrypted.");
    expect(await see("odd.zip/x.txt")).toContain("not known here (99)");
    expect(await see("cut.zip")).toContain("cut off or broken");
    expect(await see("broken.zip/x.txt")).toContain("broken");
    expect(await see("fake.zip/x.txt")).toContain("cut off or broken");
  });
});

describe("S41: archives that are made to hurt", () => {
  test("S41: no more is unpacked than is asked for, whatever the archive claims", async () => {
    const zeros = Buffer.alloc(32 * 1024 * 1024);
    const bomb = gzipSync(zeros);
    let reads = 0;
    const packed: Packed = {
      size: bomb.length,
      read(position, length) {
        reads++;
        return Promise.resolve(bomb.subarray(position, position + length));
      },
    };
    const { bytes, isAll } = await firstOf(unpack(packed, "gzip"), 1_000);
    expect([bytes.length, isAll, reads]).toEqual([1_000, false, 1]);
    await using dir = await tempWorkspace({
      "bomb.zip": zipOf([{ name: "b.txt", content: zeros, claims: 10 }]),
      "bomb.gz": bomb,
      "claims.zip": zipOf([{ name: "b.txt", content: "small", claims: 4_000_000_000 }]),
    });
    for (const path of ["bomb.zip/b.txt", "bomb.gz"]) {
      expect(await told(read, { path }, bench(dir.root))).toStartWith("binary file, ");
    }
    expect(await told(read, { path: "claims.zip/b.txt" }, bench(dir.root))).toBe("1\tsmall");
  });

  test("S41: very many names, and names that try to lead elsewhere", async () => {
    const many = Array.from({ length: 21_000 }, (_, at) => ({ name: `f${at}`, content: "" }));
    await using dir = await tempWorkspace({
      "many.zip": zipOf(many),
      "odd.zip": zipOf([
        { name: "../../evil", content: "e" },
        { name: "/etc/passwd", content: "p" },
        { name: "new\nline", content: "n" },
      ]),
    });
    const output = await runTool(read, { path: "many.zip" }, bench(dir.root));
    expect(output.details).toMatchObject({ truncated: true });
    expect(JSON.stringify(output.content).length).toBeLessThan(300 * 1024);
    const text = await told(read, { path: "odd.zip" }, bench(dir.root));
    expect(text).toBe('../../evil\t1\netc/passwd\t1\n"new\\nline"\t1');
  });

  test("S41: no byte that is changed makes it fail in another way", async () => {
    const zip = zipOf([
      { name: "a/b.txt", content: "some text\n".repeat(20) },
      { name: "c.txt", content: "c", stored: true },
    ]);
    await using tars = await archives();
    const tar = Buffer.from(await tars.read("a.tar"), "utf8").subarray(0, 4_096);
    const packed = [zip, gzipSync(tar), tar];
    const change = fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 }));
    await using dir = await tempWorkspace();
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...packed),
        fc.array(change, { minLength: 1, maxLength: 4 }),
        async (bytes, changes) => {
          const hurt = Buffer.from(bytes);
          for (const [at, value] of changes) hurt[at % hurt.length] = value;
          await dir.write("x.zip", hurt);
          for (const path of ["x.zip", "x.zip/a/b.txt", "x.zip/src"]) {
            expect(typeof (await told(read, { path }, bench(dir.root)))).toBe("string");
          }
        },
      ),
      { numRuns: 150 },
    );
  });
});
