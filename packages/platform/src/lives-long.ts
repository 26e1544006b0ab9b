/** From now on code becomes machine code as early as usual: pays in a process that lives long. */
export function livesLong(): void {
  if (typeof Bun !== "undefined") Bun.unsafe.setJITPolicy(1);
}
