import { shelfOf } from "./shelf.ts";
import type { Shelf } from "./shelf.ts";

/** A small project with code, documents and a glossary. */
export function smallProject(): Shelf {
  return shelfOf({
    "README.md":
      "# Kettle\n\nKettle boils water and tells you when it is done.\n\n## Limits\n\nIt never boils more than 2 litres.\n",
    "docs/glossary.md":
      "# Glossary\n\n| word | meaning |\n|---|---|\n| mode | what the user wants: boil or warm |\n| trust | how much it does unasked |\n",
    "docs/history.md":
      "# History\n\nThe first kettle was sold in 1891. Its maker was Anna Berg.\n\nAnna Berg was born in Lund. She learned her trade in Copenhagen.\n",
    "src/heat.ts":
      "/** Heats until the water boils. Stops by itself when nobody looks. */\nexport function heatWater(watts: number): void {\n  run(watts);\n}\n\n/** No kettle may draw more. */\nexport const MAX_WATTS = 2200;\n",
    "src/retry.ts":
      "/** Tries again while the plug is loose. */\nexport function withRetry(times: number): void {\n  again(times);\n}\n\nexport const DEFAULT_RETRY = { attempts: 4, waitMs: 500 };\n",
    "src/retry.test.ts": 'test("retry policy is kept", () => {\n  withRetry(3);\n});\n',
    "src/modes.ts": 'export const MODES = ["boil", "warm", "keep"] as const;\n',
    "src/codes.ts":
      "/** What the kettle tells its caller. */\nexport const EXIT_CODES = {\n  ok: 0,\n  dry: 1,\n  hot: 2,\n} as const;\n",
  });
}
