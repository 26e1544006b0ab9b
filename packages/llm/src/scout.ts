// Apart from the rest: only sessions with scout load it.
export { scoutTitle } from "./scout/notes.ts";
