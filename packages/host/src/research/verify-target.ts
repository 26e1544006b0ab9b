import {
  answerOf,
  readBundle,
  readHtmlReport,
  readMarkdownReport,
  renderHtml,
  verdictOf,
  verifyForeign,
  verifyReport,
} from "@squire/research";
import type { Bundle, FindText, Verdict } from "@squire/research";
import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { firstOf, textsInFolder, textsOfHome } from "./kept-texts.ts";
import { reportText } from "./report-files.ts";

/** What was checked, and what came of it. */
export type TargetVerdict = Verdict & {
  /** `foreign`: not written by Squire, so only its form is read. */
  readonly kind: "bundle" | "report" | "foreign" | "session";
  /** What is wrong with the file itself. */
  readonly problems: readonly string[];
};

const MOST_BYTES = 256 * 1024 * 1024;

/** Checks a file or a folder that holds a report, offline (RES-8). Null: there is no such file. */
export async function verifyFile(path: string, home: string): Promise<TargetVerdict | null> {
  const look = await stat(path).catch(() => null);
  if (look === null) return null;
  if (look.isDirectory()) return verifyFolder(path, home);
  const text = await textOf(path);
  if (text === null) return null;
  const stem = path.replace(/\.[^./\\]+$/, "");
  const find = firstOf(
    textsInFolder(join(dirname(path), "sources")),
    textsInFolder(`${stem}.sources`),
    textsOfHome(home),
  );
  return verifyText(text, find);
}

/** A bundle: each form of the report must be what its data gives, and one that cannot be read is told. */
async function verifyFolder(folder: string, home: string): Promise<TargetVerdict> {
  const data = await textOf(join(folder, "report.json")).catch(() => null);
  const given = data === null ? null : readBundle(data);
  const verdicts: TargetVerdict[] = [];
  const problems: string[] = [];
  for (const format of ["json", "md", "html"] as const) {
    const path = join(folder, `report.${format}`);
    const add = (problem: string): void => void problems.push(`report.${format}: ${problem}`);
    try {
      const verdict = await verifyFile(path, home);
      if (verdict === null) continue;
      verdicts.push(verdict);
      verdict.problems.forEach(add);
      if (format === "json" && given === null) add("it holds no report of Squire");
      if (format !== "json" && given !== null && (await textOf(path)) !== reportText(given, format))
        add("it is not what report.json gives");
    } catch (error) {
      add(error instanceof Error ? error.message : String(error));
    }
  }
  if (verdicts.length + problems.length === 0) throw new Error(`There is no report in ${folder}.`);
  const worst = verdicts.find(({ ok }) => !ok) ?? verdicts[0] ?? verdictOf([], []);
  return { ...worst, ok: worst.ok && problems.length === 0, kind: "bundle", problems };
}

/** Null: there is no such file. */
async function textOf(path: string): Promise<string | null> {
  const look = await stat(path).catch(() => null);
  if (look === null) return null;
  if (look.size > MOST_BYTES) throw new Error(`${path} is too large for a report.`);
  return readFile(path, "utf8");
}

async function verifyText(text: string, find: FindText): Promise<TargetVerdict> {
  const bundle = readBundle(text);
  if (bundle !== null) return verifyBundle(bundle, find, []);
  const page = readHtmlReport(text);
  if (page !== null) {
    const same = renderHtml(page) === text;
    return verifyBundle(page, find, same ? [] : ["the page does not show what its data says"]);
  }
  const own = readMarkdownReport(text);
  if (own !== null) return { kind: "report", problems: [], ...(await verifyReport(own, find)) };
  return { kind: "foreign", problems: [], ...verifyForeign(text) };
}

const OTHER_ANSWER = "its answer is not the one of the report";

async function verifyBundle(
  { report, sources }: Bundle,
  find: FindText,
  problems: readonly string[],
): Promise<TargetVerdict> {
  const inside: FindText = ({ sha256, source }) => {
    const own = sources.find((one) => one.sha256 === sha256 && one.place === source);
    if (own?.text === undefined) return Promise.resolve(null);
    const hash = createHash("sha256").update(own.text).digest("hex");
    return Promise.resolve({ text: own.text, sha256: hash });
  };
  const verdict = await verifyReport(report, firstOf(inside, find));
  const all = [...problems, ...(report.answer === answerOf(report.body) ? [] : [OTHER_ANSWER])];
  return { kind: "bundle", ...verdict, ok: verdict.ok && all.length === 0, problems: all };
}
