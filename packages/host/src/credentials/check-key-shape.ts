/** What speaks against a key before anything is sent (MODL-15). Errors: it cannot work. */
export type KeyDoubt = { readonly severity: "error" | "warning"; readonly message: string };

type KeyMark = { readonly provider: string; readonly mark: RegExp; readonly shown: string };

// Longer marks first: `sk-ant-` is also an `sk-`.
const MARKS: readonly KeyMark[] = [
  { provider: "anthropic", mark: /^sk-ant-/, shown: "sk-ant-" },
  { provider: "openrouter", mark: /^sk-or-/, shown: "sk-or-" },
  { provider: "openai", mark: /^sk-(?!ant-|or-)/, shown: "sk-" },
  { provider: "google", mark: /^(AIza|AQ\.)/, shown: "AIza" },
  { provider: "groq", mark: /^gsk_/, shown: "gsk_" },
  { provider: "xai", mark: /^xai-/, shown: "xai-" },
  { provider: "huggingface", mark: /^hf_/, shown: "hf_" },
  { provider: "cerebras", mark: /^csk-/, shown: "csk-" },
  { provider: "nvidia", mark: /^nvapi-/, shown: "nvapi-" },
  { provider: "perplexity", mark: /^pplx-/, shown: "pplx-" },
];

const PLACEHOLDER =
  /^(undefined|null|none|nan|true|false|todo|test|key|secret|password|changeme|change[-_]me|replace[-_]?me|example|dummy|x{3,}|\*{3,}|\.{3,}|…|<.*>|\{\{?.*\}?\}|\$.*)$|your[-_ ]?(own[-_ ])?(api[-_ ]?)?(key|token|secret)|(api|insert|enter|paste|put)[-_ ]?key[-_ ]?here|^(sk|pk|api)[-_](x+|\.+|…|\*+)$|\[object /i;

/** Doubts about a key as it was pasted. An empty list means it looks like one. */
export function checkKeyShape(provider: string, key: string): readonly KeyDoubt[] {
  const trimmed = key.trim();
  if (trimmed === "") return [error("The key is empty.")];
  if (PLACEHOLDER.test(trimmed)) return [error("This is a placeholder, not a key.")];
  const doubts: KeyDoubt[] = [];
  if (/^["'`].*["'`]$/.test(trimmed)) doubts.push(error("Leave out the quotes around the key."));
  else if (/\s/.test(trimmed)) doubts.push(error("The key has spaces or line breaks in it."));
  else if (!/^[!-~]+$/.test(trimmed)) {
    doubts.push(error("The key has characters that cannot be sent; copy it again."));
  }
  if (/^bearer\s/i.test(trimmed)) doubts.push(error("Leave out the word Bearer."));
  return doubts.length > 0 ? doubts : warningsFor(provider, trimmed);
}

function warningsFor(provider: string, key: string): readonly KeyDoubt[] {
  const own = MARKS.find((mark) => mark.provider === provider);
  const other = MARKS.find((mark) => mark.provider !== provider && mark.mark.test(key));
  // Many vendors copied `sk-`; it says nothing against a vendor without a mark of its own.
  if (other !== undefined && other.shown !== "sk-" && !own?.mark.test(key)) {
    return [warning(`This looks like a key for ${other.provider}, not for ${provider}.`)];
  }
  if (own !== undefined && !own.mark.test(key)) {
    return [warning(`Keys for ${provider} usually start with ${own.shown}.`)];
  }
  return key.length < 12 ? [warning("This is unusually short for a key.")] : [];
}

function error(message: string): KeyDoubt {
  return { severity: "error", message };
}

function warning(message: string): KeyDoubt {
  return { severity: "warning", message };
}

/** Whether a text can be sent as a secret in a header at all. */
export function isSendable(secret: string): boolean {
  return /^[!-~]+$/.test(secret);
}
