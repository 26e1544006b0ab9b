/** Settings that make a reading git command run a program or look elsewhere, whatever the environment says. */
const RISKY: readonly RegExp[] = [
  /^diff\.external$/,
  /^diff\..+\.(?:command|textconv)$/,
  /^filter\..+\.(?:clean|smudge|process)$/,
  /^include(?:if)?(?:\..+)?\.path$/,
  /^core\.worktree$/,
  /^submodule\..+\.ignore$/,
];

/** What `git lfs install` writes. */
const LFS: ReadonlyMap<string, string> = new Map([
  ["filter.lfs.clean", "git-lfs clean -- %f"],
  ["filter.lfs.smudge", "git-lfs smudge -- %f"],
  ["filter.lfs.process", "git-lfs filter-process"],
]);

/** The settings in a git configuration file that `neutralGitEnv` does not take back. */
export function riskyGitSettings(text: string): readonly string[] {
  const found = settingsOf(text).filter(
    ({ key, value }) => RISKY.some((pattern) => pattern.test(key)) && LFS.get(key) !== value,
  );
  return [...new Set(found.map(({ key }) => key))];
}

type Setting = { readonly key: string; readonly value: string };

/** Lenient: a key counts wherever it may be read as one. Lines joined by a backslash are one. */
function settingsOf(text: string): readonly Setting[] {
  const settings: Setting[] = [];
  let section = "";
  for (const raw of text.replaceAll(/\\\r?\n/g, " ").split(/\r?\n/)) {
    let line = raw.replace(/^\uFEFF/, "").trim();
    const header = /^\[\s*([\w.-]+)\s*(?:"((?:[^"\\]|\\.)*)")?\s*\]/.exec(line);
    if (header !== null) {
      const [whole, name = "", sub] = header;
      section = sub === undefined ? name.toLowerCase() : `${name.toLowerCase()}.${sub}`;
      line = line.slice(whole.length).trim();
    }
    const entry = /^([A-Za-z][\w-]*)\s*(?:=\s*(.*))?$/s.exec(line);
    if (entry === null) continue;
    const [, key = "", value = ""] = entry;
    settings.push({
      key: `${section}.${key.toLowerCase()}`,
      value: value.replaceAll('"', "").trim(),
    });
  }
  return settings;
}
