import { join } from "node:path";

/**
 * Flags that stop Bun from reading `.env`, `bunfig.toml` and `tsconfig.json` of the current folder
 * and from installing what is missing: that folder can be anybody's checkout.
 * @param {string} root
 */
export function sealed(root) {
  return [
    "--no-env-file",
    `--config=${join(root, "scripts/bunfig.toml")}`,
    `--tsconfig-override=${join(root, "tsconfig.json")}`,
    "--no-install",
  ];
}
