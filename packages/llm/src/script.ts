// Recording and replaying: apart from the index, since checking a recording needs the schemas.
export { recordModel } from "./script/record-model.ts";
export { scriptModel } from "./script/script-model.ts";
