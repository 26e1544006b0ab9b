import type { EntryDraft } from "@squire/protocol";
import { seededRandom } from "@squire/testkit";
import { sealLine } from "../log/line.ts";
import { titled } from "./drafts.ts";
import { randomLog } from "./random-log.ts";
import type { Maker } from "./random-log.ts";

type Random = () => number;

/** The bytes of a log, and where its lines end. */
export type RandomFile = { readonly bytes: Buffer; readonly ends: readonly number[] };

const LONGEST = 40;

/** The file of a seed: any entries in any order, and often lines that are damaged. */
export function randomFile(seed: number): RandomFile {
  const random = seededRandom(seed);
  const entries = randomLog(random, 1 + Math.floor(random() * LONGEST), MORE);
  const header = { type: "session", version: 1, id: "s1", cwd: "/project", createdAt: 1 };
  const lines = [sealLine(header).bytes];
  for (const { value } of entries) {
    const { h: _h, ...open } = value;
    lines.push(sealLine(open).bytes);
  }
  const damaged = random() < 0.5 ? lines : lines.flatMap((line) => damage(random, line));
  const bytes = Buffer.concat(damaged);
  const ends = [...bytes].flatMap((byte, at) => (byte === 0x0a ? [at + 1] : []));
  return { bytes, ends };
}

/** What `randomLog` leaves out because the view of the model does not depend on it. */
const MORE: readonly Maker[] = [
  ({ random }) => [titled(`t${Math.floor(random() * 9)}`)],
  ({ random, branch }) => [
    { type: "label", targetId: idIn(random, branch), label: random() < 0.3 ? null : "here" },
  ],
  () => [{ type: "todo", items: [{ id: "1", text: "test it", status: "open" }] }],
  () => [{ type: "mode_change", mode: "plan" }],
  ({ random }) => [{ type: "model_change", model: "a/b", temporary: random() < 0.5 }],
  // Of a later version: kept and not acted on.
  () => [{ type: "later_kind", what: "?" } as unknown as EntryDraft],
];

function idIn(random: Random, branch: readonly { readonly id: string }[]): string {
  return branch[Math.floor(random() * branch.length)]?.id ?? "nowhere";
}

/** Now and then a line is torn, changed, joined to the next, or has others between. */
function damage(random: Random, line: Uint8Array): readonly Uint8Array[] {
  if (random() > 0.15) return [line];
  const at = Math.floor(random() * line.length);
  switch (Math.floor(random() * 7)) {
    case 0:
      return [line.subarray(0, at)];
    case 1:
      return [line.subarray(0, -1)];
    case 2:
      return [line.with(at, 0x40)];
    case 3:
      return [line.subarray(0, -1), Buffer.from("\r\n")];
    case 4:
      return [Buffer.from(" \n\n"), line];
    case 5:
      return [Buffer.from('{"type":"message"}\nno json\n'), line];
    default:
      return [line, line];
  }
}
