import { withoutCourtesy } from "./ask.ts";
import type { Ask } from "./ask.ts";

const SAID =
  "(?:say|said|tell|told|decide|decided|agree|agreed|talk|talked|discuss|discussed|mention|mentioned|ask|asked|prefer|preferred|speak|spoken|spoke|chat|chatted|settle|settled|plan|planned|promise|promised|call|note|noted|write down)";
const TALK = "(?:sessions?|talks?|conversations?|chats?|discussions?)";

/** Ways to ask about us and what we said, rather than about the files. */
const WAYS: readonly RegExp[] = [
  new RegExp(
    String.raw`\b(?:did|have|had) (?:i|we|you) (?:ever |already |not |just )?${SAID}\b`,
    "i",
  ),
  new RegExp(
    String.raw`\b(?:i|we|you)(?:'ve| have|'d| had)? (?:once |already |just )?(?:said|told|decided|agreed|talked|discussed|mentioned|settled|spoke)\b`,
    "i",
  ),
  new RegExp(String.raw`\b${TALK} about \w`, "i"),
  /\b(?:do|can) you (?:still )?(?:remember|recall)\b|^(?:remember|recall) (?:when|what|how|my|our|who|where)\b|\bremind me\b/i,
  /\blast time\b|\byesterday\b|\bearlier (?:today|this week|this month)\b|\b(?:my|your|our) notes?\b/i,
  /\bwhat do you (?:know|remember) (?:about|of) (?:me|us)\b/i,
];

/** Ways to name a talk. Code has sessions and chats as well, so these alone say nothing. */
const TALKS: readonly RegExp[] = [
  new RegExp(
    String.raw`\b(?:our|my|the|an?|any|some|which|what|past) (?:last |latest |previous |earlier |past |old |other |former )?${TALK} (?:on|called|named|titled|with|from|of|before|where|in which)\b`,
    "i",
  ),
  new RegExp(String.raw`\b(?:earlier|previous|past|last|former|our|older) ${TALK}\b`, "i"),
  /\b(?:in|from) (?:the )?session\b/i,
];
/** It is ours, or it is over. */
const OURS =
  /\b(?:i|we|our|my|you|your|did|was|were|had|happened|said|discussed|talked|mentioned|agreed)\b/i;
const LAST = "(?:last|latest|previous|past|earlier|former|older)";
/** Where a talk is meant nothing else follows: “the last conversation id” is something of code. */
const ENDS = String.raw`(?=\s*(?:$|[?.!,;:"”)])|\s+(?:about|on|with|from|of|in|where|that|and|before|today|this|called|named|titled)\b)`;
/** Ways to name a talk that code hardly has, and ways to ask for one of ours to be shown. */
const PLAIN: readonly RegExp[] = [
  new RegExp(String.raw`\b${LAST} (?:conversation|discussion|talk)s?${ENDS}`, "i"),
  /\bthe (?:conversation|discussion|talk)s? (?:with|on|from)\b/i,
  new RegExp(
    String.raw`\b(?:show|list|summari[sz]e|recap|give|find)(?: me| us)?(?: a summary of)?(?: (?:the|all|my|our|any))* ${LAST} (?:session|chat)s?${ENDS}`,
    "i",
  ),
  new RegExp(
    String.raw`^what(?:['’]s| is| are)(?: in)? (?:the|all|my|our)(?: \w+ (?:of|in) the)? ${LAST} (?:session|chat)s?${ENDS}`,
    "i",
  ),
];
/** How something is done, and where in the code. */
const OF_CODE =
  /\b(?:how|where|why|code|codebase|files?|functions?|class(?:es)?|methods?|modules?|packages?|components?|tests?|commands?|tools?|types?|log)\b/i;
/** “How do I open a session” is no talk of ours. */
const HOW_TO = /\bhow (?:do|can|could|should|would|must) (?:i|we|you)\b/i;

/** Whether a question is about what was said before: memory is asked first then. */
export function asksPast(question: string): boolean {
  if (WAYS.some((way) => way.test(question))) return true;
  const wish = withoutCourtesy(question).replace(HOW_TO, "");
  if (OURS.test(wish) && TALKS.some((way) => way.test(wish))) return true;
  return !OF_CODE.test(wish) && PLAIN.some((way) => way.test(question));
}

/** Whether somebody wants to know when something was said. */
export function asksDay(question: string): boolean {
  return /\bwhen (?:did|have|was|had)\b|\b(?:what|which) (?:day|date)\b/i.test(question);
}

/** Whether a question that was asked before is an answer, too. */
export function asksTalk(question: string): boolean {
  return new RegExp(
    String.raw`\b(?:ask|asked|questions?|talk|talked|talking|discuss|discussed|chat|chatted|spoke|${TALK})\b`,
    "i",
  ).test(question);
}

/** How a question about the past is put, not what it is about. */
const MANNER: ReadonlySet<string> = new Set(
  (
    "say said says tell told decide decided decides decision agree agreed talk talked talks talking discuss discussed " +
    "discussion mention mentioned ask asked question questions speak spoke spoken chat chatted remember recall remind " +
    "session sessions conversation conversations earlier previous previously past last latest time times yesterday today " +
    "before ago week month day date know known thing things note notes noted settle settled please exactly again once " +
    "already ever long first many much session's name find show give list everything anything something topic topics summarise summarize " +
    "recap outcome"
  ).split(" "),
);

/** What a question about the past is about, also where it goes on; none when it asks for everything. */
export function pastTopic({ topic }: Pick<Ask, "topic">): readonly string[] {
  return topic.filter((word) => !MANNER.has(word));
}
