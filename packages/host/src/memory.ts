// The door to what is remembered, apart from the index: few commands need it.
export { asideNotes } from "./memory/aside-notes.ts";
export { findMemory, namesMeant } from "./memory/find.ts";
export { forgetMemory } from "./memory/forget.ts";
export { openMemory } from "./memory/open-memory.ts";
export { learnHere } from "./autonomous/learn-here.ts";
export { refreshMemory } from "./memory/refresh.ts";
