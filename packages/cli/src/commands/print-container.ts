import { createReadStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { EXIT_CODES } from "@squire/protocol/values";
import type { SessionPorts } from "@squire/session";
import type { ExportSource } from "@squire/session/exchange";
import type { Io } from "../io.ts";
import { say } from "./sessions-at.ts";

/** An export is checked as a whole before any of it is shown: it takes the way over a file. */
export async function printContainer(
  ports: SessionPorts,
  source: ExportSource,
  io: Io,
): Promise<number> {
  const { exportSession } = await import("@squire/session/exchange");
  const folder = await mkdtemp(join(tmpdir(), "squire-"));
  try {
    const file = join(folder, "export.jsonl");
    const { problems } = await exportSession(ports, source, file);
    for (const problem of problems) say(io, problem);
    for await (const text of createReadStream(file, "utf8")) {
      io.signal.throwIfAborted();
      io.stdout.write(String(text));
    }
    return EXIT_CODES.ok;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
