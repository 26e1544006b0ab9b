import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { terminalPicture } from "./picture/terminal-picture.ts";

/** Writes the picture of the terminal face: `npm run picture`. */
const file = join(import.meta.dir, "..", "docs", "terminal.svg");
writeFileSync(file, await terminalPicture());
console.log("wrote docs/terminal.svg");
