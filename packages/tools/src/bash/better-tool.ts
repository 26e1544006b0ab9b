/** Why another tool does it better than a command. */
export type BetterTool = {
  /** One hint per session for each kind. */
  readonly kind: string;
  /** There is no hint where there is no such tool. */
  readonly tool: string;
  readonly words: string;
};

type Rule = BetterTool & { readonly matches: (command: string) => boolean };

/** What makes more of a command than one program with its words. */
const OPERATOR = /[|&;<>`\n]|\$\(/;

const isPlain = (command: string): boolean => !OPERATOR.test(command);
const begins = (words: RegExp) => (command: string) => words.test(command) && isPlain(command);

const RULES: readonly Rule[] = [
  {
    kind: "read",
    tool: "read",
    words: "`read` shows files with line numbers and takes a range",
    matches: begins(/^(cat|head|tail|less|more|bat|nl)\s+(-\S+\s+(\d+\s+)?)*[^-\s]/),
  },
  {
    kind: "grep",
    tool: "grep",
    words: "`grep` searches the workspace, leaves out what is ignored and bounds its output",
    matches: begins(/^(grep|egrep|fgrep|rg|ag|ack)\s/),
  },
  {
    kind: "find",
    tool: "glob",
    words: "`glob` finds files by pattern and leaves out what is ignored",
    matches: (command) =>
      begins(/^(find|fd)\s/)(command) && !/\s-(exec|execdir|ok|delete|fprint)/.test(command),
  },
  {
    kind: "edit",
    tool: "edit",
    words: "`edit` changes a file, shows what changed and can be undone",
    matches: (command) => /^(sed|perl)\s(.*\s)?(-i|--in-place|-[a-z]*pi)/.test(command),
  },
  {
    kind: "write",
    tool: "write",
    words: "`write` puts a whole file in place and can be undone",
    matches: (command) =>
      /^(cat|echo|printf)\b[^|;&\n]*(?<![0-9&])>{1,2}\s*[^&\s|;]+\s*(?:$|<<)/.test(command),
  },
  {
    kind: "fetch",
    tool: "web_fetch",
    words: "`web_fetch` gives a page as readable text",
    matches: (command) =>
      begins(/^(curl|wget)\s/)(command) && !/\s(-[XdTFo]|--data|--request|--upload)/.test(command),
  },
  {
    kind: "commit",
    tool: "bash",
    words:
      "commit only what the user asked for, after a look at `git status` and `git diff --staged`",
    matches: (command) => /^git\s+((-c|-C)\s+\S+\s+|-\S+\s+)*commit\b/.test(command),
  },
];

/** The tool that a command had better be left to (SH-9). */
export function betterTool(command: string, hasTool: (name: string) => boolean): BetterTool | null {
  const text = command.trim();
  return RULES.find(({ tool, matches }) => matches(text) && hasTool(tool)) ?? null;
}
