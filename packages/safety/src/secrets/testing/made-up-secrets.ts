import { seededRandom } from "@squire/testkit";

const LOWER = "abcdefghijklmnopqrstuvwxyz";
const HEX = "0123456789abcdef";
const ALNUM = `0123456789${LOWER}${LOWER.toUpperCase()}`;
const BASE32 = `${LOWER.toUpperCase()}234567`;

/**
 * One secret of every kind, made from chance: none was ever valid, and none stands in a file where
 * a scanner would find it.
 */
export function madeUpSecrets(
  seed: number,
): readonly { readonly kind: string; readonly secret: string }[] {
  const random = seededRandom(seed);
  const some = (count: number, from = ALNUM): string =>
    Array.from({ length: count }, () => from[Math.floor(random() * from.length)]).join("");
  const of = (kind: string, secret: string) => ({ kind, secret });
  const jwtPart = (text: string): string => Buffer.from(text).toString("base64url");
  return [
    of("aws-key", `AKIA${some(16, BASE32)}`),
    of("aws-key", `ASIA${some(16, BASE32)}`),
    of("github-token", `ghp_${some(36)}`),
    of("github-token", `gho_${some(36)}`),
    of("github-token", `github_pat_${some(22)}_${some(59)}`),
    of("gitlab-token", `glpat-${some(20)}`),
    of("slack-token", `xoxb-${some(12, "0123456789")}-${some(12, "0123456789")}-${some(24)}`),
    of("stripe-key", `sk_live_${some(24)}`),
    of("stripe-key", `rk_test_${some(24)}`),
    of("anthropic-key", `sk-ant-api03-${some(93)}AA`),
    of("openai-key", `sk-proj-${some(48)}`),
    of("openrouter-key", `sk-or-v1-${some(64, HEX)}`),
    of("api-key", `sk-1${some(47)}`),
    of("google-key", `AIza${some(35)}`),
    of("google-token", `ya29.${some(60)}`),
    of("google-secret", `GOCSPX-${some(28)}`),
    of("npm-token", `npm_${some(36)}`),
    of("pypi-token", `pypi-AgEIcHlwaS5vcmc${some(120)}`),
    of("rubygems-token", `rubygems_${some(48, HEX)}`),
    of("docker-token", `dckr_pat_${some(27)}`),
    of("huggingface-token", `hf_1A${some(32)}`),
    of("groq-key", `gsk_${some(52)}`),
    of("xai-key", `xai-${some(80)}`),
    of("perplexity-key", `pplx-${some(48)}`),
    of("nvidia-key", `nvapi-${some(64)}`),
    of("replicate-key", `r8_${some(37)}`),
    of("sendgrid-key", `SG.${some(22)}.${some(43)}`),
    of("twilio-key", `SK${some(32, HEX)}`),
    of("digitalocean-token", `dop_v1_${some(64, HEX)}`),
    of("telegram-token", `${some(9, "123456789")}:AA${some(33)}`),
    of("age-key", `AGE-SECRET-KEY-1${some(58, BASE32)}`),
    of("vault-token", `hvs.${some(24)}`),
    of("databricks-token", `dapi${some(32, HEX)}`),
    of("shopify-token", `shpat_${some(32, HEX)}`),
    of("linear-key", `lin_api_${some(40)}`),
    of("supabase-token", `sbp_${some(40, HEX)}`),
    of("jwt", `${jwtPart('{"alg":"HS256"}')}.${jwtPart('{"sub":"1234567890"}')}.${some(43)}`),
    of("private-key", pem(some)),
  ];
}

function pem(some: (count: number) => string): string {
  const lines = [some(64), some(64), some(64), `${some(30)}==`];
  return ["-----BEGIN RSA PRIVATE KEY-----", ...lines, "-----END RSA PRIVATE KEY-----"].join("\n");
}
