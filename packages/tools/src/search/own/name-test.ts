/** Whether the name of a file fits one of some plain globs, in which only `*` is special. */
export function nameTest(globs: readonly string[] | null): (path: string) => boolean {
  if (globs === null) return () => true;
  const choices = globs.map((glob) => glob.split("*").map(quoted).join("[^/]*"));
  const regex = new RegExp(`(?:^|/)(?:${choices.join("|")})$`);
  return (path) => regex.test(path);
}

function quoted(text: string): string {
  return text.replaceAll(/[^\w]/g, "\\$&");
}
