/** How somebody tells what holds: it was decided, it is so with us, it is a rule. */
const TELLS =
  /^(?:(?:ok|okay|so|and|well|also|by the way)\b[,:\s]*)*(?:(?:i|we)(?:['’]ve| have| had)? (?:now |just |all |also )?(?:decided|agreed|settled|chose|chosen|picked|planned|promised|prefer|preferred)\b|(?:my|our) (?:[\w'’-]+ ){1,4}(?:is|are|was|were|will be)\b|(?:from now on|always|never|do not|don['’]t)\b)/i;
/** A sentence with one of these may ask for something, wherever it stands. */
const MAY_ASK =
  /\?|\b(?:what|where|which|who|whom|whose|when|why|how|whether|if|explain|describe|show|tell|list|find|locate|search|look|summari[sz]e|outline|compare|count|give|help|remind|recall|remember|forget|read|open|check|see|say|wonder|wondering|know|need|want|would|could|can|please|you|your|squire|scout|fix|change|rename|replace|move|add|write|make|create|remove|delete|update|run|broken|wrong|fails?|failing|error|missing)\b/i;
const FEWEST_WORDS = 4;

/**
 * Whether a message only tells something. In doubt it does not: a question that is taken for a statement
 * would stay without an answer.
 */
export function isStatement(text: string): boolean {
  const said = text.trim();
  const isSentence = /[.!]$/.test(said) && said.split(/\s+/).length >= FEWEST_WORDS;
  return isSentence && !said.includes("\n") && TELLS.test(said) && !MAY_ASK.test(said);
}
