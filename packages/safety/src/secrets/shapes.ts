/**
 * How keys of well-known services look. `hint` is in every match, so that most texts are passed over
 * without trying the pattern. A pattern starts only where a run of its characters starts, and has no
 * choice to go back on: time grows with the text and no faster (S45).
 */
export type Shape = {
  readonly kind: string;
  readonly hint: string;
  readonly pattern: RegExp;
};

const shape = (kind: string, hint: string, pattern: RegExp): Shape => ({ kind, hint, pattern });

export const SHAPES: readonly Shape[] = [
  shape("aws-key", "AKIA", /(?<![A-Za-z0-9])AKIA[A-Z2-7]{16}(?![A-Za-z0-9])/g),
  shape("aws-key", "ASIA", /(?<![A-Za-z0-9])ASIA[A-Z2-7]{16}(?![A-Za-z0-9])/g),
  shape("github-token", "gh", /(?<![A-Za-z0-9_])gh[pousr]_[A-Za-z0-9]{36,255}(?![A-Za-z0-9_])/g),
  shape("github-token", "github_pat_", /(?<![A-Za-z0-9_])github_pat_[A-Za-z0-9_]{30,255}/g),
  shape(
    "gitlab-token",
    "gl",
    /(?<![A-Za-z0-9_-])gl(?:pat|ptt|dt|rt|cbt|soat|agent|ft|imt|oas)-[A-Za-z0-9_-]{20,255}/g,
  ),
  shape("slack-token", "xox", /(?<![A-Za-z0-9-])xox[abdeoprs]-[A-Za-z0-9-]{16,255}/g),
  shape("slack-token", "xapp-", /(?<![A-Za-z0-9-])xapp-\d-[A-Za-z0-9-]{20,255}/g),
  shape(
    "slack-webhook",
    "hooks.slack.com/",
    /(?<=hooks\.slack\.com\/(?:services|workflows)\/)[A-Za-z0-9_/+-]{20,128}/g,
  ),
  shape(
    "discord-webhook",
    "/api/webhooks/",
    /(?<=\/api\/webhooks\/\d{17,20}\/)[A-Za-z0-9_-]{40,128}/g,
  ),
  shape("stripe-key", "k_", /(?<![A-Za-z0-9_])[rs]k_(?:live|test|prod)_[A-Za-z0-9]{16,255}/g),
  shape("stripe-key", "whsec_", /(?<![A-Za-z0-9_])whsec_[A-Za-z0-9+/=]{24,255}/g),
  shape("anthropic-key", "sk-ant-", /(?<![A-Za-z0-9_-])sk-ant-[A-Za-z0-9_-]{20,255}/g),
  shape(
    "openai-key",
    "sk-",
    /(?<![A-Za-z0-9_-])sk-(?:proj|svcacct|admin|None|service)-[A-Za-z0-9_-]{20,255}/g,
  ),
  shape("openrouter-key", "sk-or-", /(?<![A-Za-z0-9_-])sk-or-(?:v\d-)?[A-Za-z0-9]{32,255}/g),
  shape(
    "api-key",
    "sk-",
    /(?<![A-Za-z0-9_-])sk-(?=[A-Za-z]{0,40}\d)[A-Za-z0-9]{28,255}(?![A-Za-z0-9_-])/g,
  ),
  shape("google-key", "AIza", /(?<![A-Za-z0-9_-])AIza[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])/g),
  shape("google-token", "ya29.", /(?<![A-Za-z0-9_-])ya29\.[A-Za-z0-9_-]{20,2048}/g),
  shape("google-secret", "GOCSPX-", /(?<![A-Za-z0-9_-])GOCSPX-[A-Za-z0-9_-]{28}(?![A-Za-z0-9_-])/g),
  shape("npm-token", "npm_", /(?<![A-Za-z0-9_])npm_[A-Za-z0-9]{36}(?![A-Za-z0-9_])/g),
  shape("pypi-token", "pypi-AgE", /(?<![A-Za-z0-9_-])pypi-AgE[A-Za-z0-9_-]{50,1024}/g),
  shape("rubygems-token", "rubygems_", /(?<![A-Za-z0-9_])rubygems_[0-9a-f]{48}(?![A-Za-z0-9_])/g),
  shape("docker-token", "dckr_", /(?<![A-Za-z0-9_-])dckr_(?:pat|oat)_[A-Za-z0-9_-]{20,255}/g),
  shape(
    "huggingface-token",
    "hf_",
    /(?<![A-Za-z0-9_])hf_(?=[A-Za-z]{0,60}\d|[a-z]*[A-Z])[A-Za-z0-9]{30,255}(?![A-Za-z0-9_])/g,
  ),
  shape("groq-key", "gsk_", /(?<![A-Za-z0-9_])gsk_[A-Za-z0-9]{40,255}/g),
  shape("xai-key", "xai-", /(?<![A-Za-z0-9_-])xai-[A-Za-z0-9]{60,255}/g),
  shape("perplexity-key", "pplx-", /(?<![A-Za-z0-9_-])pplx-[A-Za-z0-9]{32,255}/g),
  shape("nvidia-key", "nvapi-", /(?<![A-Za-z0-9_-])nvapi-[A-Za-z0-9_-]{40,255}/g),
  shape("replicate-key", "r8_", /(?<![A-Za-z0-9_])r8_[A-Za-z0-9]{37}(?![A-Za-z0-9_])/g),
  shape("cerebras-key", "csk-", /(?<![A-Za-z0-9_-])csk-[a-z0-9]{40,255}/g),
  shape("together-key", "tgp_v1_", /(?<![A-Za-z0-9_-])tgp_v1_[A-Za-z0-9_-]{30,255}/g),
  shape("tavily-key", "tvly-", /(?<![A-Za-z0-9_-])tvly-[A-Za-z0-9_-]{24,255}/g),
  shape(
    "sendgrid-key",
    "SG.",
    /(?<![A-Za-z0-9_-])SG\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}(?![A-Za-z0-9_-])/g,
  ),
  shape("twilio-key", "SK", /(?<![A-Za-z0-9])SK[0-9a-f]{32}(?![A-Za-z0-9])/g),
  shape("mailgun-key", "key-", /(?<![A-Za-z0-9_-])key-[0-9a-f]{32}(?![A-Za-z0-9_-])/g),
  shape("digitalocean-token", "do", /(?<![A-Za-z0-9_])do[opr]_v1_[0-9a-f]{64}(?![A-Za-z0-9_])/g),
  shape(
    "telegram-token",
    ":AA",
    /(?<![A-Za-z0-9_-])\d{8,10}:AA[A-Za-z0-9_-]{33}(?![A-Za-z0-9_-])/g,
  ),
  shape("age-key", "AGE-SECRET-KEY-1", /AGE-SECRET-KEY-1[0-9A-Z]{58}/g),
  shape("vault-token", "hv", /(?<![A-Za-z0-9_.-])hv[sbr]\.[A-Za-z0-9_-]{24,255}/g),
  shape("azure-key", "AccountKey=", /(?<=AccountKey=)[A-Za-z0-9+/=]{64,128}/g),
  shape("azure-key", "SharedAccessKey=", /(?<=SharedAccessKey=)[A-Za-z0-9+/=]{40,128}/g),
  shape("databricks-token", "dapi", /(?<![A-Za-z0-9_-])dapi[0-9a-f]{32}(?:-\d)?(?![A-Za-z0-9_])/g),
  shape("linear-key", "lin_", /(?<![A-Za-z0-9_])lin_(?:api|oauth)_[A-Za-z0-9]{32,255}/g),
  shape("notion-token", "ntn_", /(?<![A-Za-z0-9_])ntn_[A-Za-z0-9]{40,255}/g),
  shape("figma-token", "figd_", /(?<![A-Za-z0-9_-])figd_[A-Za-z0-9_-]{36,255}/g),
  shape(
    "shopify-token",
    "shp",
    /(?<![A-Za-z0-9_])shp(?:at|ca|pa|ss)_[A-Fa-f0-9]{32}(?![A-Za-z0-9_])/g,
  ),
  shape("atlassian-token", "ATATT3", /(?<![A-Za-z0-9_-])ATATT3[A-Za-z0-9_=-]{60,1024}/g),
  shape(
    "postman-key",
    "PMAK-",
    /(?<![A-Za-z0-9_-])PMAK-[0-9a-f]{24}-[0-9a-f]{34}(?![A-Za-z0-9_-])/g,
  ),
  shape("newrelic-key", "NRAK-", /(?<![A-Za-z0-9_-])NRAK-[A-Z0-9]{27}(?![A-Za-z0-9_-])/g),
  shape("supabase-token", "sbp_", /(?<![A-Za-z0-9_])sbp_[0-9a-f]{40}(?![A-Za-z0-9_])/g),
  shape(
    "grafana-token",
    "gls",
    /(?<![A-Za-z0-9_])glsa_[A-Za-z0-9]{32}_[0-9a-f]{8}(?![A-Za-z0-9_])/g,
  ),
  shape(
    "doppler-token",
    "dp.",
    /(?<![A-Za-z0-9_.-])dp\.(?:pt|st|ct|sa|scim|audit)\.[A-Za-z0-9_.-]{40,255}/g,
  ),
  shape(
    "planetscale-token",
    "pscale_",
    /(?<![A-Za-z0-9_-])pscale_(?:tkn|pw|oauth)_[A-Za-z0-9_-]{32,255}/g,
  ),
  shape(
    "jwt",
    "eyJ",
    /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{10,4096}\.[A-Za-z0-9_-]{0,8192}(?:\.[A-Za-z0-9_-]{2,1024}){1,3}/g,
  ),
];
