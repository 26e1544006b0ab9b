import { createHmac } from "node:crypto";

export type Hidden = { readonly placeholder: string; readonly kind: string };

/**
 * Secrets that were taken out of what a model sees, by what it sees instead (SEC-2). Lives in memory
 * only. The same secret has the same placeholder as long as the key is the same, and nobody without
 * the key can guess a secret from it.
 */
export type Placeholders = {
  /** What to write in the place of a secret; remembers it. */
  hide(secret: string, kind: string): string;
  /**
   * The text with the secrets back in it, where `permits` says so. Others stay as they are: a
   * placeholder that nobody knows may be a lie of the model.
   */
  reveal(text: string, permits: (hidden: Hidden) => boolean): Revealed;
};

export type Revealed = {
  readonly text: string;
  readonly used: readonly Hidden[];
  /** Known, but not permitted. */
  readonly refused: readonly Hidden[];
};

const PLACEHOLDER = /\[REDACTED:[\w-]{1,64}:[0-9a-f]{12}\]/g;

export function createPlaceholders(key: Uint8Array): Placeholders {
  const secrets = new Map<string, { readonly secret: string; readonly kind: string }>();
  return {
    hide(secret, kind) {
      const id = createHmac("sha256", key).update(`${kind}\0${secret}`).digest("hex").slice(0, 12);
      const placeholder = `[REDACTED:${kind}:${id}]`;
      secrets.set(placeholder, { secret, kind });
      return placeholder;
    },
    reveal(text, permits) {
      const used: Hidden[] = [];
      const refused: Hidden[] = [];
      const revealed = text.replaceAll(PLACEHOLDER, (placeholder) => {
        const found = secrets.get(placeholder);
        if (found === undefined) return placeholder;
        const hidden = { placeholder, kind: found.kind };
        const allowed = permits(hidden);
        (allowed ? used : refused).push(hidden);
        return allowed ? found.secret : placeholder;
      });
      return { text: revealed, used, refused };
    },
  };
}
