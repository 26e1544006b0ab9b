/** How a sentence stands to what was said: it says something, it may be a question or an order, it surely is one. */
export type Asking = "says" | "may ask" | "asks";

const BEFORE = String.raw`^(?:(?:hi|hello|hey|ok|okay|so|and|now|then|also|well|please|squire|scout)\b[,!.:\s]*)*`;
const WHAT = "(?:what|where|which|who|whose|when|why|how)";
const VERB =
  "(?:is|are|was|were|do|does|did|can|could|would|will|should|has|have|had|must|shall|may|might)";
const SOMEBODY = "(?:i|you|we|they|he|she|it|there|this|that|these|those)";

const ENDS_AS_QUESTION = /\?["”)]*$/;
/** “What is …”, “did we …”; “do it” and “do that” are orders to somebody else. */
const IS_QUESTION = new RegExp(
  String.raw`${BEFORE}(?:${WHAT}(?:'s|’s| ${VERB}\b)|(?!do (?:it|this|that)\b)${VERB} ${SOMEBODY}\b)`,
  "i",
);
const MAY_BE_QUESTION = new RegExp(
  String.raw`${BEFORE}(?:${WHAT}|(?!do (?:not|n['’]t)\b)${VERB})\b`,
  "i",
);

const ORDER =
  "(?:explain|describe|show|list|find(?: out)?|locate|search(?: for)?|look (?:at|for|into|up)|summari[sz]e|outline|compare|count)";
/** An order to Squire: it names who is to hear of it, or it goes on as a question. */
const IS_ORDER = new RegExp(
  String.raw`${BEFORE}(?:${ORDER} (?:me|us|if|whether|${WHAT})\b|explain (?:the|this|that|these|those|an?|my|our)\b|(?:tell|give|help|remind) (?:me|us)\b|walk (?:me|us) through\b|let (?:me|us) know\b|i(?:['’]d| would) like to know\b|i want to know\b)`,
  "i",
);
const MAY_BE_ORDER = new RegExp(String.raw`${BEFORE}${ORDER}\b`, "i");
/** “List prices are in euros”, “search must …”: the first word is a thing, not an order. */
const IS_THING = new RegExp(
  String.raw`${BEFORE}${ORDER} (?:(?!(?:the|an?|all|every|any|that|this|${WHAT})\b)[\w-]+ ){0,2}?(?:${VERB}|needs?|stays?|remains?|goes|means|ignores?|returns?|belongs?)\b`,
  "i",
);
/** What holds from now on: “count only paid orders”. */
const IS_RULE = /\b(?:only|always|never|not|must|should|instead|unless)\b/i;

/** An order in a note or in a file is something to know; the user's own was a question. */
export function askingOf(sentence: string, speaker: string): Asking {
  const isUsers = speaker === "user";
  if (ENDS_AS_QUESTION.test(sentence) || IS_QUESTION.test(sentence)) return "asks";
  if (isUsers && IS_ORDER.test(sentence)) return "asks";
  if (MAY_BE_QUESTION.test(sentence)) return "may ask";
  if (!isUsers || !MAY_BE_ORDER.test(sentence)) return "says";
  return IS_THING.test(sentence) || IS_RULE.test(sentence) ? "says" : "may ask";
}
