import type { Doubt } from "./segment.ts";

/** Deeper than the parser follows; counted before it starts, since it may take long with these. */
const MOST_OPEN_BRACES = 256;

/** What is wrong with a text before anybody parses it. */
export function oddText(command: string): readonly Doubt[] {
  const doubts: Doubt[] = [];
  const say = (reason: string): void => void doubts.push({ kind: "unparsable", reason });
  if (command.includes("\r")) say("a carriage return separates words for some shells only");
  // oxlint-disable-next-line no-control-regex
  if (/[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/.test(command)) say("it contains control characters");
  if (/\p{Cf}/u.test(command)) say("it contains invisible characters");
  if (/[^\P{Zs} ]|[\u2028\u2029]/u.test(command)) say("it contains blanks that are no spaces");
  if (/\p{Cs}/u.test(command)) say("it contains half a character");
  return doubts;
}

/** Whether braces are opened so often that parsing them could take long. */
export function isTooDeep(command: string): boolean {
  let open = 0;
  let most = 0;
  for (const char of command) {
    if (char === "{") most = Math.max(most, ++open);
    else if (char === "}" && open > 0) open--;
  }
  return most > MOST_OPEN_BRACES;
}
