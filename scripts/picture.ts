import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { terminalPicture } from "./picture/terminal-picture.ts";
import { webPicture } from "./picture/web-picture.ts";

/** Writes the pictures of the terminal face and the web face: `npm run picture`. */
const docs = join(import.meta.dir, "..", "docs");
writeFileSync(join(docs, "terminal.svg"), await terminalPicture());
console.log("wrote docs/terminal.svg");
const web = await webPicture();
if (web === null) console.log("docs/web.png stays as it is: no browser runs here.");
else {
  writeFileSync(join(docs, "web.png"), web);
  console.log("wrote docs/web.png");
}
