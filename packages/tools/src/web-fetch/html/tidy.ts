import { blocksOf, type Block } from "./blocks.ts";

/** "Read also: …", in the languages of large news sites. */
const POINTER =
  /^\W*(?:related(?: (?:stor(?:y|ies)|articles?|content|posts?|news|links?|coverage|reading|video))?|read (?:more|also|next|this)|see (?:more|also)|also (?:read|see|on|watch)|more (?:from|on|about|news|stories)|don.t miss|recommended|you (?:may|might) (?:also )?like|watch(?: now)?|listen|click here|continue reading|leggi anche|le[ea] también|leia (?:também|mais)|(?:à )?lire aussi|(?:lesen sie|siehe) auch|mehr zum thema|читайте также|baca juga|lees ook|czytaj także|läs också)(?=\P{L}|$)/iu;

/** Asks the reader to do something for the site. */
const APPEAL =
  /\b(?:subscribe|sign ?up|newsletter|follow (?:us|me|him|her|them)\b|click (?:here|to tweet)|share (?:this|it)\b|like this (?:story|article|post)|get the .{0,40}\bapp\b|join (?:us|our)|download (?:our|the) .{0,20}app|all rights reserved|leave a (?:comment|reply)|post (?:a )?comment)/i;

/** Says something about the article. */
const NOTE =
  /^\W*(?:©|\(c\)|copyright\b|filed under|tagged?(?: (?:as|with|in))?:|tags?:|categor(?:y|ies):|posted (?:on|in|by|at)|(?:first )?published\b|(?:last )?updated\b|(?:photo|image|picture|photograph)s?(?: credit| by|:)|credits?:|source:|via:|by [A-Z]|about the author|comments?$|\d+ comments?|advert(?:isement)?$|follow\b|share\b|print$|e-?mail$)/i;

const REPORTERS =
  /contributed (?:to this|reporting)|\bediting by\b|^\W*(?:additional )?reporting by\b/i;

const SENTENCE_END = /[.!?…。！？:"”’»)]$/;
const FEWEST_PARAGRAPHS = 3;

/**
 * Takes out of a found article what is not its text: pointers to other articles and appeals in
 * between, notes before the first paragraph and behind the last. Texts of a few lines are left alone.
 */
export function tidyArticle(root: Element): void {
  const blocks = blocksOf(root);
  if (blocks.filter(isParagraph).length < FEWEST_PARAGRAPHS) return;
  const left = blocks.filter((block) => block.isForm || block.isHeading || !isInterruption(block));
  const first = left.findIndex(isParagraph);
  const started = left.filter((block, at) => at >= first || !isBeforeStart(block));
  const end = started.findLastIndex((block) => !isBehindEnd(block)) + 1;
  const kept = new Set(started.slice(0, end));
  for (const block of blocks) if (!kept.has(block)) block.element.remove();
}

function isParagraph({ text, linkShare, isHeading }: Block): boolean {
  if (isHeading || linkShare >= 0.5) return false;
  return text.length >= 80 || (text.length >= 40 && SENTENCE_END.test(text));
}

function isInterruption({ text, linkShare }: Block): boolean {
  const isLink = linkShare > 0.9 && text.length < 200 && !/[.。]$/.test(text) && !isUrl(text);
  const isPointer = POINTER.test(text) && text.length < 400 && linkShare > 0.3;
  const isAppeal = APPEAL.test(text) && text.length < 200 && linkShare > 0.1;
  return isLink || isPointer || isAppeal;
}

function isBeforeStart({ text, isHeading, isForm }: Block): boolean {
  if (isHeading || isForm) return false;
  return NOTE.test(text) || isUrl(text) || (text.length < 80 && !SENTENCE_END.test(text));
}

function isBehindEnd({ text, linkShare, isHeading, isForm }: Block): boolean {
  if (isHeading) return true;
  if (linkShare > 0.6 && !isUrl(text)) return true;
  if (text.length < 60 && !SENTENCE_END.test(text) && !isForm) return true;
  return text.length < 200 && (NOTE.test(text) || REPORTERS.test(text) || APPEAL.test(text));
}

function isUrl(text: string): boolean {
  return /^https?:\/\/\S+$/.test(text);
}
