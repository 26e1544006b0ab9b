// What code needs besides types, without the schema library: loading that takes longer than the
// rest of a short run, so whatever runs before a first request imports from here.
export { assertNever } from "./assert-never.ts";
export { HostError } from "./host-error.ts";
export { attachedImages } from "./attached-images.ts";
export { EXIT_CODES } from "./exit-codes.ts";
export { IMPORT_NOTE } from "./import-note.ts";
export { imageLabelAt, imageLabelText } from "./image-label.ts";
export { inertText } from "./inert-text.ts";
export { isTerminal } from "./is-terminal.ts";
export { textOf, userText } from "./message-text.ts";
export { NO_USAGE } from "./no-usage.ts";
export { visibleText } from "./visible-text.ts";
export { questionIn } from "./question-in.ts";
export { userParts } from "./user-parts.ts";
export { userFailureOf } from "./user-failure-of.ts";
export { MODES, ROLES, THINKING_LEVELS, TRUSTS } from "./word-lists.ts";
export { SESSION_VERSION } from "./session-version.ts";
