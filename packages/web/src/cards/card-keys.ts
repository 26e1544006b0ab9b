/** A card that has just come up takes no letters: somebody may be in the middle of a word. */
const SETTLE_MS = 400;

/** Whether letters are words here and not keys. */
export function isWriting(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}

/** The letter that answers a card; null when it does not. What is meant for another never does. */
export function answerKey(event: KeyboardEvent, shownAt: number): string | null {
  if (event.defaultPrevented || isBehindDialog()) return null;
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return null;
  // By when it was pressed: where the page was busy, it comes long after that.
  if (isWriting(event.target) || event.timeStamp - shownAt < SETTLE_MS) return null;
  return event.key.length === 1 ? event.key.toLowerCase() : null;
}

/** The safest answer has the focus, unless somebody is writing. */
export function takeFocus(safest: HTMLElement | null): void {
  const { activeElement } = document;
  const isBusy =
    activeElement instanceof HTMLTextAreaElement || activeElement instanceof HTMLInputElement
      ? activeElement.value !== ""
      : isBehindDialog();
  if (!isBusy) safest?.focus({ preventScroll: true });
}

function isBehindDialog(): boolean {
  return document.querySelector("dialog[open]") !== null;
}
