/** One test of the last run. `name` is the full name, groups included. */
export type TestResult = { readonly name: string; readonly file: string; readonly passed: boolean };

const TEST_CASE = /<testcase\b([^>]*?)(?:\/>|>([\s\S]*?)<\/testcase>)/g;
const ATTRIBUTE = /([\w-]+)="([^"]*)"/g;

/** The tests in a JUnit report as Bun writes it. A skipped test has not passed. */
export function parseResults(xml: string): readonly TestResult[] {
  return [...xml.matchAll(TEST_CASE)].map(([, head = "", body = ""]) => {
    const attributes = new Map<string, string>();
    for (const [, key = "", value = ""] of head.matchAll(ATTRIBUTE))
      attributes.set(key, unescape(value));
    return {
      name: `${attributes.get("classname") ?? ""} ${attributes.get("name") ?? ""}`.trim(),
      file: attributes.get("file") ?? "",
      passed: !/<(?:failure|error|skipped)\b/.test(body),
    };
  });
}

const ENTITIES: Readonly<Record<string, string>> = {
  lt: "<",
  gt: ">",
  amp: "&",
  quot: '"',
  apos: "'",
};

function unescape(text: string): string {
  return text.replaceAll(/&(?:#(\d+)|(\w+));/g, (whole, code?: string, name?: string) =>
    code === undefined ? (ENTITIES[name ?? ""] ?? whole) : String.fromCodePoint(Number(code)),
  );
}
