import type { Doubt } from "./segment.ts";

/** Deeper than the parser follows; counted before it starts, since it may take long with these. */
const MOST_OPEN = 256;
const MOST_HEREDOCS = 500;

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

/** Whether brackets are opened so often, or heredocs on one line, that parsing could take long. */
export function isTooDeep(command: string): boolean {
  return (
    isDeeper(command, "{", "}") ||
    isDeeper(command, "(", ")") ||
    command.split("\n").some((line) => line.split("<<").length > MOST_HEREDOCS)
  );
}

function isDeeper(text: string, opens: string, closes: string): boolean {
  let open = 0;
  for (let i = 0; i < text.length; i++) {
    const char = text.charAt(i);
    if (char === opens) open++;
    else if (char === closes && open > 0) open--;
    if (open > MOST_OPEN) return true;
  }
  return false;
}
