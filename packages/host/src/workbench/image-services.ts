import { imageMaker } from "@squire/tools";
import type { ImageServices } from "@squire/tools";
import type { Host } from "../open.ts";

/** What images are made with (IMG-2); null without a key, or where only this machine may be asked. */
export function imageServices({ env, fetch, offline }: Host): ImageServices | null {
  const services = { fetch, key: (name: string): string | null => env[name] ?? null };
  return offline || imageMaker(services) === null ? null : services;
}
