import type { ProviderEntry } from "../provider-entry.ts";
import { seeing, thinking } from "./models.ts";

export const qianfan: ProviderEntry = {
  name: "qianfan",
  label: "Baidu Qianfan",
  api: "openai-completions",
  baseUrl: "https://qianfan.baidubce.com/v2",
  keyEnv: ["QIANFAN_API_KEY"],
  keyUrl: "https://console.bce.baidu.com/qianfan/ais/console/apiKey",
  default: "deepseek-v3.2",
  models: [...thinking(98_304, "deepseek-v3.2"), ...seeing(119_000, "ernie-5.0-thinking-preview")],
};
