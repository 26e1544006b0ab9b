import { createParser } from "eventsource-parser";

export type SseFrame = { readonly event?: string; readonly data: string; readonly id?: string };

export type SseFrames = {
  /** The events that are complete with these bytes. Throws EventTooLarge. */
  push(bytes: Uint8Array): readonly SseFrame[];
  /** The event in which the body broke off, if any; the standard drops it. Ends the reading. */
  rest(): SseFrame | null;
};

export class EventTooLarge extends Error {
  constructor(limit: number) {
    super(`an event is larger than ${Math.round(limit / 1024 / 1024)} MB`);
    this.name = "EventTooLarge";
  }
}

const MAX_EVENT_CHARS = 16 * 1024 * 1024;

/** Cuts the bytes of an event stream into events; bytes may be split anywhere. */
export function sseFrames(maxEvent: number = MAX_EVENT_CHARS): SseFrames {
  const decoder = new TextDecoder();
  let frames: SseFrame[] = [];
  let tooLarge = false;
  let afterReturn = false;
  const parser = createParser({
    maxBufferSize: maxEvent,
    onEvent: ({ event, data, id }) => {
      if (data.length > maxEvent) tooLarge = true;
      frames.push({
        data,
        ...(event === undefined ? {} : { event }),
        ...(id === undefined ? {} : { id }),
      });
    },
    onError: ({ type }) => {
      if (type === "max-buffer-size-exceeded") tooLarge = true;
    },
  });

  // The parser holds back a line that ends in a lone CR until more comes; it gets only LF.
  const unified = (text: string): string => {
    const lines = afterReturn && text.startsWith("\n") ? text.slice(1) : text;
    if (text !== "") afterReturn = text.endsWith("\r");
    return lines.includes("\r") ? lines.replace(/\r\n?/g, "\n") : lines;
  };

  const feed = (text: string): SseFrame[] => {
    frames = [];
    const lines = unified(text);
    if (lines !== "") parser.feed(lines);
    if (tooLarge) throw new EventTooLarge(maxEvent);
    return frames;
  };

  return {
    push: (bytes) => feed(decoder.decode(bytes, { stream: true })),
    rest: () => feed(`${decoder.decode()}\n\n`)[0] ?? null,
  };
}
