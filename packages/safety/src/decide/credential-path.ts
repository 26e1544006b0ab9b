import { basename } from "node:path";

/** Examples are made to be read. */
const EXAMPLE = /\.(?:example|sample|template|dist)$/;

const NAMES: readonly RegExp[] = [
  /^\.env(?:rc|\..+)?$/,
  /^id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?$/,
  /\.(?:pem|key|p12|pfx|jks|keystore|ppk|kdbx)$/,
  /^[._]netrc$|^\.(?:pgpass|my\.cnf|git-credentials|pypirc|htpasswd|vault-token|terraformrc)$/,
  /^(?:application_default_)?credentials\.(?:json|db|toml|tfrc\.json)$/,
];

const PLACES: readonly RegExp[] = [
  /\/\.(?:ssh|gnupg|aws|azure|kube|oci|password-store)(?:\/|$)/,
  /\/(?:\.config|appdata\/roaming)\/gcloud(?:\/|$)/,
  /\/\.docker\/config\.json$|\/\.config\/gh\/hosts\.ya?ml$/,
  /\/\.local\/share\/keyrings(?:\/|$)|\/library\/keychains(?:\/|$)/,
  /^\/etc\/(?:g?shadow|sudoers)-?$/,
  // The environment and the memory of a process hold what was kept from the tools.
  /^\/proc\/.+\/(?:environ|mem)$/,
];

/** Whether a file most likely holds secrets, by its absolute path alone (FS-9). */
export function isCredentialPath(path: string): boolean {
  // Some disks do not tell upper from lower case.
  const plain = path.replaceAll("\\", "/").toLowerCase();
  const name = basename(plain);
  if (PLACES.some((place) => place.test(plain))) return true;
  return !EXAMPLE.test(name) && NAMES.some((pattern) => pattern.test(name));
}
