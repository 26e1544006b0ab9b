import { checkLayer } from "./check.ts";
import { setInToml, unsetInToml } from "./edit-toml.ts";
import { parseKeyPath } from "./key-path.ts";
import { isKnown, suggestKey } from "./known-keys.ts";
import { parseDocument } from "./layer.ts";
import { createLocator } from "./locate.ts";
import { formatProblem, type Problem } from "./problem.ts";
import { readTextFile, type ReadText } from "./read-text.ts";
import { parseValueText } from "./toml-literal.ts";
import { valueAt, type KeyPath, type TomlTable, type TomlValue } from "./toml-value.ts";
import { writePrivateFile, type WriteText } from "./write-text.ts";

/** A change that was not made. The message says why and what to do. */
export class SettingsRefused extends Error {
  override readonly name = "SettingsRefused";
}

export type SettingsFile = {
  /** The user's own file, see `userConfigFile`. It is made when it is not there. */
  readonly path: string;
  readonly readText?: ReadText;
  readonly writeText?: WriteText;
};

/** Sets one key in the user's file; comments, order and the rest stay (CFG-3). Throws `SettingsRefused`. */
export async function setUserKey(file: SettingsFile, key: string, value: TomlValue): Promise<void> {
  const path = knownPath(key);
  await change(file, (text, table) => {
    const edited = setInToml(text, path, value);
    if (edited === null) throw byHand(file.path, key, "set");
    refuseNewProblems({ before: table, text: edited, path: file.path });
    return edited;
  });
}

/** As `setUserKey`, with the value as a user types it: TOML if it is, else text. */
export async function setUserKeyText(file: SettingsFile, key: string, text: string): Promise<void> {
  const value = parseValueText(text);
  try {
    await setUserKey(file, key, value);
  } catch (error) {
    // `language = 1` cannot be meant as a number.
    if (typeof value === "string" || !(error instanceof SettingsRefused)) throw error;
    await setUserKey(file, key, text).catch(() => {
      throw error;
    });
  }
}

/** Removes one key or table from the user's file; unknown ones too. False when it is not there. */
export async function unsetUserKey(file: SettingsFile, key: string): Promise<boolean> {
  const path = parseKeyPath(key);
  if (path === null) throw new SettingsRefused(`${key} is not the name of a setting.`);
  let found = false;
  await change(file, (text, table) => {
    found = valueAt(table, path) !== undefined;
    if (!found) return text;
    const edited = unsetInToml(text, path);
    if (edited === null) throw byHand(file.path, key, "remove");
    return edited;
  });
  return found;
}

function knownPath(key: string): KeyPath {
  const path = parseKeyPath(key);
  const settled = path?.map((step) => (typeof step === "string" ? step.replace(/\+$/, "") : step));
  if (path !== null && settled !== undefined && isKnown(settled)) return path;
  const meant = settled === undefined ? null : suggestKey(settled);
  const hint = meant === null ? "`squire config list` shows all keys." : `Did you mean ${meant}?`;
  throw new SettingsRefused(`There is no setting ${key}. ${hint}`);
}

function byHand(path: string, key: string, verb: string): SettingsRefused {
  return new SettingsRefused(
    `Cannot ${verb} ${key} without disturbing the rest of ${path}; edit it by hand.`,
  );
}

const MAX_RACES = 5;

type Edit = (text: string, table: TomlTable) => string;

/** Reads again right before writing: somebody's editor may have saved in between. */
async function change(file: SettingsFile, edit: Edit): Promise<void> {
  const { path, readText = readTextFile, writeText = writePrivateFile } = file;
  let text = await readForEdit(path, readText);
  for (let race = 0; race < MAX_RACES; race++) {
    const edited = edit(text, parseForEdit(path, text));
    const now = await readForEdit(path, readText);
    if (now === text) {
      if (edited !== text) await writeText(path, edited);
      return;
    }
    text = now;
  }
  throw new SettingsRefused(`${path} keeps changing; try again when nothing else writes to it.`);
}

async function readForEdit(path: string, readText: ReadText): Promise<string> {
  const file = await readText(path);
  if (file.type === "missing") return "";
  if (file.type === "text") return file.text;
  throw new SettingsRefused(`${path} cannot be read: ${file.reason}.`);
}

function parseForEdit(path: string, text: string): TomlTable {
  const parsed = parseDocument(text);
  if (parsed.ok) return parsed.table;
  const problem: Problem = { severity: "error", origin: path, ...parsed.problem };
  throw new SettingsRefused(`Repair the file first. ${formatProblem(problem)}`);
}

type Proposal = {
  readonly before: TomlTable;
  readonly text: string;
  readonly path: string;
};

/** What was wrong already is not this change's fault. */
function refuseNewProblems({ before, text, path }: Proposal): void {
  const locator = createLocator(text);
  const locate = (key: KeyPath) => ({ origin: path, ...locator(key) });
  const judge = (table: TomlTable): readonly Problem[] => {
    const { errors, warnings } = checkLayer(table, { scope: "user", locate });
    return [...errors, ...warnings];
  };
  const old = new Set(judge(before).map(({ key, message }) => `${key}: ${message}`));
  const fresh = judge(parseForEdit(path, text)).find(
    ({ key, message }) => !old.has(`${key}: ${message}`),
  );
  if (fresh !== undefined) throw new SettingsRefused(`Not changed. ${formatProblem(fresh)}`);
}
