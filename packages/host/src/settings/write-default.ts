import { defaultConfigText } from "./default-file.ts";
import { writePrivateFile, type WriteText } from "./write-text.ts";

/** Writes the commented settings file every key is explained in (CFG-12). Replaces what is there. */
export async function writeDefaultConfig(
  path: string,
  writeText: WriteText = writePrivateFile,
): Promise<void> {
  await writeText(path, defaultConfigText());
}
