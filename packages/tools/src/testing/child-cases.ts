import { RUNAWAYS, seededRandom } from "@squire/testkit";

/** One command that does its worst, and how its call ends. */
export type ChildCase = {
  readonly name: string;
  /** In the arguments of whatever it leaves behind. */
  readonly tag: string;
  readonly command: string;
  readonly ending: "itself" | "timeout" | "abort" | "job";
};

type Kind = Omit<ChildCase, "command" | "tag"> & { readonly command: (tag: string) => string };

const bomb = (depth: number) => (tag: string) =>
  `b() { [ $1 = 0 ] && exec sleep 60.${tag}; b $(($1 - 1)) & b $(($1 - 1)) & wait; }; b ${depth}`;
const deaf = (tag: string): string =>
  `trap '' TERM HUP INT; echo up; sleep 60.${tag}; sleep 60.${tag}; sleep 60.${tag}`;
const flood = (bytes: number) => (tag: string) =>
  `head -c ${bytes} /dev/zero | tr '\\0' x; setsid -f sleep 60.${tag}`;

const KINDS: readonly Kind[] = [
  ...Object.entries(RUNAWAYS).map(
    ([name, command]) => ({ name, command, ending: "itself" }) as const,
  ),
  {
    name: "closed output",
    ending: "itself",
    command: (tag) => `exec >&- 2>&-; setsid -f sleep 60.${tag}`,
  },
  { name: "a flood", ending: "itself", command: flood(3_000_000) },
  { name: "a bomb, aborted", ending: "abort", command: (tag) => `echo up; ${bomb(7)(tag)}` },
  { name: "deaf, aborted", ending: "abort", command: deaf },
  { name: "deaf, too late", ending: "timeout", command: deaf },
  {
    name: "daemons, aborted",
    ending: "abort",
    command: (tag) => `${RUNAWAYS["daemon"]?.(tag)}; echo up; sleep 60.${tag}`,
  },
  { name: "endless output", ending: "abort", command: (tag) => `setsid -f sleep 60.${tag}; yes` },
  {
    name: "a job with daemons",
    ending: "job",
    command: (tag) => `${RUNAWAYS["many generations"]?.(tag)}; echo ready in 1; sleep 60.${tag}`,
  },
];

/** What is too heavy to come up by chance: each once in a whole run. */
const HEAVY: readonly Kind[] = [
  { name: "1 GB of output", ending: "itself", command: flood(1_000_000_000) },
  {
    name: "1 GB of short lines",
    ending: "itself",
    command: (tag) => `yes | head -c 1000000000; setsid -f sleep 60.${tag}`,
  },
  { name: "a large bomb", ending: "itself", command: bomb(11) },
];

/** The same seed gives the same cases. */
export function childCases(
  count: number,
  seed: number,
  options: { readonly prefix: string; readonly heavy: boolean },
): readonly ChildCase[] {
  const random = seededRandom(seed);
  const light = Array.from({ length: count }, () => KINDS[Math.floor(random() * KINDS.length)]);
  const kinds = [...light, ...(options.heavy ? HEAVY : [])].filter((kind) => kind !== undefined);
  return kinds.map(({ name, ending, command }, at) => {
    const tag = `${options.prefix}${String(at).padStart(4, "0")}`;
    return { name, ending, tag, command: command(tag) };
  });
}
