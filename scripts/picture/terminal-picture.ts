import { facePlace } from "../../packages/cli/src/face/testing/face-terminal.ts";
import { call, reply, say } from "../../packages/testkit/src/index.ts";
import { steady } from "./steady.ts";
import { svgOf } from "./svg.ts";

const CODE = `export async function retry(response: Response, attempt: number) {
  const wait = backoff(attempt);
  await sleep(wait);
}
`;

const usage = { input: 5200, output: 140, cacheRead: 5000 };

const SCRIPT = [
  reply(
    say("I'll look at where retries are decided."),
    call("grep", { pattern: "backoff", path: "src" }),
    call("read", { path: "src/retry.ts" }, { usage }),
  ),
  reply(
    say("The header should win over our own wait."),
    call(
      "edit",
      {
        path: "src/retry.ts",
        search: "const wait = backoff(attempt);",
        replace: "const wait = retryAfter(response) ?? backoff(attempt);",
      },
      { usage },
    ),
  ),
  call("bash", { command: "git push origin HEAD" }, { usage }),
];

const CONFIG = '[permissions]\nallow = ["edit(src/*)"]';

/** The real program at work on a scripted model, seen by a terminal emulator. */
export async function terminalPicture(): Promise<string> {
  await using place = await facePlace(SCRIPT, {
    folder: "acme",
    provider: "local",
    files: { "src/retry.ts": CODE, "src/backoff.ts": "export function backoff() {}\n" },
    config: CONFIG,
    cost: { input: 0.5, output: 2, cache_read: 0.05 },
    env: { COLORTERM: "truecolor", COLORFGBG: "15;0" },
  });
  const face = place.start({ columns: 100, rows: 30 });
  await face.until("local/m");
  face.enter("make the retry policy honour Retry-After");
  await face.until("git push origin HEAD");
  await face.until("w tell it why not");
  return svgOf(steady(face.cells(), place.path(".")));
}
