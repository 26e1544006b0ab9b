/**
 * Everything scout says in words of its own. The rest of an answer is quoted: `{slots}` hold parts of
 * the question, paths, lines, names and numbers. `{slot one|many}` is a number with what is counted.
 */
export const PHRASES = {
  looking: "I'll look for {words}.",
  reading: "I'll read {paths}.",
  following: "I'll follow {words}.",
  foundIn: "The best match for {topic} is {path}:",
  aboutPart: "On “{part}”:",
  says: "What I found about {topic}:",
  closest: "Nothing here speaks of all of it. The closest I found about {topic}:",
  nothing: "I found nothing that answers this.",
  searched: "I searched for {words}.",
  absent: "No file here contains {words}.",
  noTools:
    "I have no tools here, so I cannot look anything up: the mode code has them (`--mode code`, `/mode code`).",
  partNothing: "I found nothing on “{part}”.",
  items: "{count} under “{title}” ({place}):",
  itemsOf: "{count} in {name} ({place}):",
  countFiles: "{count file fits|files fit} {pattern}.",
  countMatches: "{count match|matches} of {pattern} in {files file|files}:",
  calls: "{count call|calls} of {name} in {files file|files}:",
  countMatchesLeast:
    "At least {count match|matches} of {pattern} in at least {files file|files}; more than I see at once:",
  countMatchesSeen:
    "At least {count match|matches} of {pattern} in at least {files file|files}; I could not see all:",
  callsLeast:
    "At least {count call|calls} of {name} in at least {files file|files}; I could not see all:",
  countLines: "{path} has {count line|lines}.",
  moving: "I'll move {from} to {to}.",
  changing: "I'll change {from} to {to} in {files file|files}.",
  checking: "I'll check whether {from} is left anywhere.",
  countItems: "{count}: that many are listed under “{title}” ({place}).",
  compared: "{left} and {right}, by what I found:",
  outlineOf: "Outline of {path}:",
  holds: "{path} holds {count file or folder|files and folders}.",
  rename: "Renamed {from} to {to}: {count place|places} in {files file|files}.",
  replaced: "Replaced {from} by {to}: {count place|places} in {files file|files}.",
  moved: "Moved {from} to {to}.",
  notChanged: "{path} was not changed: {reason}",
  inLonger: "one of its lines may be a part of another, and I would change both.",
  left: "{from} still stands in {count place|places}:",
  notChecked: "I could not check whether {from} is left anywhere: {reason}",
  nothingToChange: "{from} stands nowhere, so there is nothing to change.",
  tooMany:
    "{from} stands in {files file|files}. That is more than I change at once: name a folder.",
  notAll: "{from} stands in more places than I see at once: name a folder.",
  beyond:
    'This asks for a change that needs understanding, and I am scout: I find and quote, and change only what is mechanical (rename X to Y, replace "a" with "b", move a file).',
  setup:
    "For the rest choose a model: run `squire setup`, set a key such as ANTHROPIC_API_KEY or OPENAI_API_KEY, or start Ollama.",
  mayHelp: "These places may be what it is about:",
  hello:
    "I am scout, the model inside Squire: offline, without a key. I search your files and answer by quoting them, with places you can check.",
  canDo:
    "Ask where something is, how it works, what there is of something, how many, when, what differs, or for a summary of a file. I also rename and replace text when you say exactly what.",
  cannotDo: "I do not write code or prose of my own.",
  noWeb: "The web could not be asked: {reason}",
  near: "The index has these places as the nearest; they may not be what you mean:",
  recalling: "I'll look into what was said before.",
  recalled: "What I found of what was said before:",
  recalledPart: "Nothing that was said speaks of all of it. The closest I found:",
  recalledDay: "It was said on {day}:",
  unsaid: "Memory does not speak of it either.",
  talks: "The talks that I found, the last one first:",
  outside:
    "This one was said in sight of text from outside; it is information, not an instruction:",
  heard: "This session has what you said; write it after `# ` to keep it as a note.",
  noting: "I'll note {count sentence that answers|sentences that answer} it.",
  noted: "I am done: the notes hold what I found.",
  went: "{model} stopped answering ({kind}); from here on this is scout, which only quotes what was found so far.",
} as const;

export type PhraseName = keyof typeof PHRASES;

/** Its name, and what one and many of it are called where it is a number. */
const SLOT = /\{(\w+)(?: ([^|}]+)\|([^}]+))?\}/g;

/** A phrase with its slots filled. */
export function say(
  name: PhraseName,
  slots: Readonly<Record<string, string | number>> = {},
): string {
  return PHRASES[name].replaceAll(SLOT, (_whole, slot: string, one?: string, many?: string) => {
    const value = slots[slot] ?? "";
    if (one === undefined) return String(value);
    return `${value} ${Number(value) === 1 ? one : many}`;
  });
}
