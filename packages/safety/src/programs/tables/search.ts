import type { ProgramTable } from "../spec.ts";

/** Programs that search in files and folders. */
export const SEARCH: ProgramTable = {
  grep: {
    effect: "read",
    here: "-r -R --recursive --dereference-recursive",
    options:
      "-aAbcEFGHhiIlLnoPpqrRsTUuvVwxyzZ -A= -B= -C= -D= -d= -e= -f=< -m= -# --extended-regexp --fixed-strings --basic-regexp --perl-regexp --regexp= --file=< --ignore-case --no-ignore-case --invert-match --word-regexp --line-regexp --count --color[=] --colour[=] --files-without-match --files-with-matches --max-count= --only-matching --quiet --silent --no-messages --byte-offset --with-filename --no-filename --label= --line-number --initial-tab --null --after-context= --before-context= --context= --text --binary-files= --devices= --directories= --exclude= --exclude-from=< --exclude-dir= --include= --recursive --dereference-recursive --line-buffered --null-data --help --version",
    operands: ["text", "read"],
    unless: "-e -f --regexp --file",
    deep: true,
    closed: true,
  },
  egrep: {
    effect: "read",
    here: "-r -R --recursive --dereference-recursive",
    options:
      "-abcHhiIlLnoqrRsvwxz -A= -B= -C= -e= -f=< -m= --color[=] --include= --exclude= --exclude-dir= --count --ignore-case --line-number --only-matching --recursive",
    operands: ["text", "read"],
    unless: "-e -f --regexp --file",
    deep: true,
    closed: true,
  },
  fgrep: {
    effect: "read",
    here: "-r -R --recursive --dereference-recursive",
    options:
      "-abcHhiIlLnoqrRsvwxz -A= -B= -C= -e= -f=< -m= --color[=] --include= --exclude= --exclude-dir= --count --ignore-case --line-number --only-matching --recursive",
    operands: ["text", "read"],
    unless: "-e -f --regexp --file",
    deep: true,
    closed: true,
  },
  zgrep: {
    effect: "read",
    options: "-abcEFhHilLnoPqsvwx -A= -B= -C= -e= -m=",
    operands: ["text", "read"],
    unless: "-e",
  },
  bzgrep: {
    effect: "read",
    options: "-abcEFhHilLnoqsvwx -A= -B= -C= -e= -m=",
    operands: ["text", "read"],
    unless: "-e",
  },
  xzgrep: {
    effect: "read",
    options: "-abcEFhHilLnoqsvwx -A= -B= -C= -e= -m=",
    operands: ["text", "read"],
    unless: "-e",
  },
  pcregrep: {
    effect: "read",
    here: "-r -R --recursive --dereference-recursive",
    options: "-chiHlLMnoqrsuvwx -A= -B= -C= -e= --color[=] --include= --exclude=",
    operands: ["text", "read"],
    unless: "-e",
    deep: true,
  },
  pcre2grep: {
    effect: "read",
    here: "-r -R --recursive --dereference-recursive",
    options: "-chiHlLMnoqrsuvwx -A= -B= -C= -e= --color[=] --include= --exclude=",
    operands: ["text", "read"],
    unless: "-e",
    deep: true,
  },
  rg: {
    effect: "read",
    here: true,
    options:
      "-abcFhHiIlLnNopPqsSuUvVwx0. -A= -B= -C= -d= -e= -E= -f=< -g= -j= -m= -M= -r= -t= -T= --after-context= --before-context= --context= --auto-hybrid-regex --binary --block-buffered --byte-offset --case-sensitive --color= --colors= --column --context-separator= --count --count-matches --crlf --debug --dfa-size-limit= --encoding= --engine= --field-context-separator= --field-match-separator= --file=< --files --files-with-matches --files-without-match --fixed-strings --follow --generate= --glob= --glob-case-insensitive --heading --help --hidden --hyperlink-format= --iglob= --ignore-case --ignore-file=< --ignore-file-case-insensitive --include-zero --invert-match --json --line-buffered --line-number --line-regexp --max-columns= --max-columns-preview --max-count= --max-depth= --max-filesize= --mmap --multiline --multiline-dotall --no-config --no-filename --no-heading --no-hidden --no-ignore --no-ignore-dot --no-ignore-exclude --no-ignore-files --no-ignore-global --no-ignore-messages --no-ignore-parent --no-ignore-vcs --no-line-number --no-messages --no-mmap --no-require-git --no-unicode --null --null-data --one-file-system --only-matching --passthru --path-separator= --pcre2 --pcre2-version --pretty --quiet --regex-size-limit= --regexp= --replace= --smart-case --sort= --sort-files --sortr= --stats --stop-on-nonmatch --text --threads= --trace --trim --type= --type-add= --type-clear= --type-list --type-not= --unrestricted --version --vimgrep --with-filename --word-regexp",
    executes: "--pre= --pre-glob= --hostname-bin= -z --search-zip",
    operands: ["text", "read"],
    unless: "-e -f --regexp --file --files --type-list",
    deep: true,
  },
  ag: {
    effect: "read",
    here: true,
    options:
      "-acDfFgGhHiIlLnopQrRsStuUvVwW0 -A= -B= -C= -G= -m= -p=< -g= --ackmate --after[=] --all-text --all-types --before[=] --break --nobreak --case-sensitive --color --nocolor --column --context[=] --count --depth= --filename --nofilename --files-with-matches --files-without-matches --file-search-regex= --fixed-strings --follow --group --nogroup --heading --noheading --help --hidden --ignore= --ignore-case --ignore-dir= --invert-match --line-numbers --list-file-types --literal --max-count= --numbers --nonumbers --null --one-device --only-matching --path-to-ignore=< --print-all-files --recurse --norecurse --search-binary --silent --skip-vcs-ignores --smart-case --stats --unrestricted --version --vimgrep --width= --word-regexp --workers= --js --ts --py --python --ruby --go --rust --html --css --java --cpp --cc --json --md --markdown --yaml --php --shell",
    executes: "--pager= -z --search-zip",
    operands: ["text", "read"],
    deep: true,
  },
  ack: {
    effect: "read",
    here: true,
    options:
      "-cfghHiIlLnoQsvwx -A= -B= -C= -m= --after-context= --before-context= --context= --break --color --nocolor --column --count --files-with-matches --files-without-matches --group --nogroup --heading --help --ignore-case --ignore-dir= --invert-match --literal --noenv --no-filename --print0 --smart-case --sort-files --type= --version --word-regexp --js --ts --python --ruby --go --html --css --java --perl --php --json --yaml",
    executes: "--pager[=] --ackrc= --output=",
    operands: ["text", "read"],
    deep: true,
    project: "what .ackrc says",
  },
  find: { effect: "read", style: "words", special: "find" },
  gfind: { effect: "read", style: "words", special: "find" },
  fd: {
    effect: "read",
    options:
      "-01aFgHiILlpqsuvV -c= -d= -e= -E= -j= -o= -S= -t= --absolute-path --and= --base-directory=/ --batch-size= --case-sensitive --changed-before= --changed-within= --newer= --older= --color= --exact-depth= --exclude= --extension= --fixed-strings --follow --format= --full-path --gen-completions --glob --help --hidden --ignore-case --ignore-file=< --list-details --max-buffer-time= --max-depth= --max-results= --min-depth= --no-follow --no-hidden --no-ignore --no-ignore-parent --no-ignore-vcs --no-global-ignore-file --no-require-git --one-file-system --owner= --path-separator= --print0 --prune --quiet --regex --relative-path --search-path=/ --show-errors --size= --strip-cwd-prefix[=] --threads= --type= --unrestricted --version",
    executes: "-x= -X= --exec= --exec-batch=",
    operands: ["text", "list"],
  },
  fdfind: {
    effect: "read",
    options:
      "-01aFgHiILlpqsuvV -c= -d= -e= -E= -j= -S= -t= --absolute-path --color= --exclude= --extension= --fixed-strings --follow --full-path --glob --help --hidden --ignore-case --max-depth= --min-depth= --no-ignore --print0 --size= --type= --version",
    executes: "-x= -X= --exec= --exec-batch=",
    operands: ["text", "list"],
  },
  locate: {
    effect: "read",
    options:
      "-0abceHiLNPpqrSsVw -l= -n= --all --basename --count --existing --ignore-case --limit= --null --regexp= --regex --statistics --version --help",
  },
  mlocate: { effect: "read", options: "-0abceiqSw -l= -n=" },
  plocate: { effect: "read", options: "-0abceiqw -l= -n=" },
  mdfind: {
    effect: "read",
    style: "words",
    options: "-name= -onlyin= -count -0 -literal -interpret",
  },
  ctags: {
    effect: "write",
    prints: "--version --help --list-languages",
    about: "writes a file of tags",
  },
  shellcheck: {
    effect: "read",
    options:
      "-aCxV -e= -f= -i= -o= -s= -S= -W= -P=/ --check-sourced --color[=] --include= --exclude= --format= --list-optional --norc --enable= --source-path=/ --shell= --severity= --version --wiki-link-count= --external-sources --help",
    operands: "read",
  },
  hadolint: {
    effect: "read",
    options:
      "-f= -t= -c=< --format= --ignore= --no-fail --no-color --failure-threshold= --version --help",
    operands: "read",
  },
  actionlint: { effect: "unknown", prints: "-version --version", about: "may run other checkers" },
  yamllint: {
    effect: "read",
    options: "-sv -f= -d= -c=< --strict --format= --version --no-warnings",
    operands: "read",
    deep: true,
  },
  markdownlint: {
    effect: "unknown",
    prints: "--version",
    about: "loads code that the project names",
  },
};
