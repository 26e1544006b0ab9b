import type { TempWorkspace } from "@squire/testkit";
import { fakeIo } from "./fake-io.ts";
import type { FakeIo } from "./fake-io.ts";

/** A command started in the folder `work` of a temporary machine, with its own home. */
export function ioAt(home: TempWorkspace, more: { readonly stdin?: string } = {}): FakeIo {
  const env = { SQUIRE_HOME: home.path("home"), HOME: home.root, PATH: process.env["PATH"] ?? "" };
  return fakeIo({ cwd: home.path("work"), env, ...more });
}
