import { processIo } from "../../process-io.ts";
import { startFace } from "../start-face.ts";

// The face by itself, for tests in a real terminal. `crash` throws in the middle of everything.
const { io } = processIo(process.cwd());
const home = process.env["SQUIRE_HOME"] ?? process.cwd();
if (process.argv.includes("crash")) {
  setTimeout(() => {
    throw new Error("planted crash");
  }, 600);
}
const plain = process.argv.includes("plain");
const flags = {
  plain,
  begin: {},
  sessionKey: null,
  prompt: null,
  offline: false,
  verbose: false,
  noTools: false,
  allow: [],
  ask: [],
  deny: [],
};
process.exitCode = await startFace(flags, home, io);
process.exit();
