/** Where a name may end and a part of the file begin: lines, tables, pages, members of an archive. */
const ENDS = /[:?]|(?<=\.(?:zip|jar|war|whl|nupkg|apk|epub|docx|xlsx|pptx|tar|tgz|gz))\//gi;
const URL = /^[a-z][a-z\d+.-]*:\/\//i;

/**
 * The files that a path for reading may mean: `.env:1-5` is `.env`, `data.db:users?limit=5` is
 * `data.db`, `a.zip/b.txt` is `a.zip`. Which one it is the tool decides; all of them are judged.
 */
export function namedFiles(spelled: string): readonly string[] {
  if (URL.test(spelled)) return [spelled];
  const ends = [...spelled.matchAll(ENDS)].map(({ index }) => index);
  // Behind one letter a colon belongs to a drive.
  const parts = ends.filter((end) => end > 1).map((end) => spelled.slice(0, end));
  return [...new Set([spelled, ...parts])];
}
