import type { ProgramTable } from "../spec.ts";

/** Programs that change text on its way from input to output. */
export const TEXT: ProgramTable = {
  sed: {
    effect: "read",
    options:
      "-nErsuzl -e= --quiet --silent --regexp-extended --separate --unbuffered --null-data --posix --debug --sandbox --expression= --line-length= --help --version",
    writes: "-i[=] -I[=] --in-place[=]",
    special: "sed",
  },
  gsed: {
    effect: "read",
    options:
      "-nErsuz -e= --quiet --silent --regexp-extended --separate --null-data --posix --sandbox --expression= --help --version",
    writes: "-i[=] --in-place[=]",
    special: "sed",
  },
  awk: {
    effect: "read",
    style: "posix",
    options:
      "-SPMs -F= -v= --field-separator= --assign= --sandbox --posix --re-interval --csv --version",
    writes: "-i= --include=",
    special: "awk",
  },
  gawk: {
    effect: "read",
    style: "posix",
    options:
      "-SPM -F= -v= --field-separator= --assign= --sandbox --posix --re-interval --csv --version",
    writes: "-i= --include=",
    special: "awk",
  },
  mawk: { effect: "read", style: "posix", options: "-F= -v=", special: "awk" },
  nawk: { effect: "read", style: "posix", options: "-F= -v=", special: "awk" },
  sort: {
    effect: "read",
    options:
      "-bcCdfghiMmnRrsuVz -k= -S= -t= -T=/ --ignore-leading-blanks --dictionary-order --ignore-case --general-numeric-sort --ignore-nonprinting --month-sort --human-numeric-sort --numeric-sort --random-sort --random-source=< --reverse --sort= --version-sort --batch-size= --check[=] --debug --files0-from=< --key= --merge --stable --buffer-size= --field-separator= --temporary-directory=/ --parallel= --unique --zero-terminated --help --version",
    writes: "-o=> --output=>",
    executes: "--compress-program=",
    operands: "read",
  },
  // The second operand is written.
  uniq: {
    effect: "read",
    options:
      "-cdDiuz -f= -s= -w= --count --repeated --all-repeated[=] --skip-fields= --group[=] --ignore-case --skip-chars= --unique --zero-terminated --check-chars= --help --version",
    operands: ["read", "write"],
  },
  cut: {
    effect: "read",
    options:
      "-nsz -b= -c= -d= -f= --bytes= --characters= --delimiter= --fields= --complement --only-delimited --output-delimiter= --zero-terminated --help --version",
    operands: "read",
    closed: true,
  },
  tr: {
    effect: "read",
    options: "-cCdst --complement --delete --squeeze-repeats --truncate-set1 --help --version",
    closed: true,
  },
  paste: {
    effect: "read",
    options: "-sz -d= --delimiters= --serial --zero-terminated --help --version",
    operands: "read",
    closed: true,
  },
  join: {
    effect: "read",
    options:
      "-iz -a= -e= -j= -o= -t= -v= -1= -2= --ignore-case --check-order --nocheck-order --header --zero-terminated --help --version",
    operands: "read",
    closed: true,
  },
  comm: {
    effect: "read",
    options:
      "-123z --check-order --nocheck-order --output-delimiter= --total --zero-terminated --help --version",
    operands: "read",
    closed: true,
  },
  fold: {
    effect: "read",
    options: "-bs -w= -# --bytes --spaces --width= --help --version",
    operands: "read",
    closed: true,
  },
  fmt: {
    effect: "read",
    options:
      "-cstun -g= -p= -w= -# --crown-margin --tagged-paragraph --split-only --uniform-spacing --prefix= --width= --goal= --help --version",
    operands: "read",
    closed: true,
  },
  pr: {
    effect: "read",
    options:
      "-acdfFmrtTvJ -D= -h= -l= -N= -o= -w= -W= -n[=] -e[=] -i[=] -s[=] -S[=] -# +# --across --columns= --double-space --form-feed --header= --length= --merge --omit-header --width= --help --version",
    operands: "read",
    closed: true,
  },
  expand: {
    effect: "read",
    options: "-i -t= -# --initial --tabs= --help --version",
    operands: "read",
    closed: true,
  },
  unexpand: {
    effect: "read",
    options: "-a -t= --all --first-only --tabs= --help --version",
    operands: "read",
    closed: true,
  },
  column: {
    effect: "read",
    options:
      "-extnJLd -c= -s= -o= -N= -R= -l= -H= -T= -E= -W= -O= -i= -p= -r= --table --separator= --output-separator= --table-columns= --table-right= --table-name= --table-hide= --table-noheadings --json --output-width= --fillrows --columns= --help --version",
    operands: "read",
    closed: true,
  },
  colrm: { effect: "read", style: "plain", closed: true },
  col: { effect: "read", options: "-bfpxh -l= --no-backspaces --help --version" },
  rev: { effect: "read", options: "-0 --zero --help --version", operands: "read", closed: true },
  shuf: {
    effect: "read",
    options:
      "-erz -i= -n= --echo --input-range= --head-count= --random-source=< --repeat --zero-terminated --help --version",
    writes: "-o=> --output=>",
    operands: "read",
  },
  seq: {
    effect: "read",
    options: "-w -f= -s= -t= -# --format= --separator= --equal-width --help --version",
    closed: true,
  },
  factor: { effect: "read", options: "-h --exponents --help --version", closed: true },
  expr: { effect: "read", style: "plain", closed: true },
  numfmt: {
    effect: "read",
    options:
      "-dz -d= --from= --to= --from-unit= --to-unit= --field= --format= --header[=] --padding= --round= --suffix= --grouping --invalid= --delimiter= --zero-terminated --help --version",
    closed: true,
  },
  tsort: { effect: "read", options: "--help --version", operands: "read", closed: true },
  yes: { effect: "read", style: "plain", closed: true },
  nroff: { effect: "unknown", about: "may run code of a document" },
  iconv: {
    effect: "read",
    options:
      "-cls -f= -t= --from-code= --to-code= --list --silent --verbose --byte-subst= --help --version",
    writes: "-o=> --output=>",
    operands: "read",
  },
  look: { effect: "read", options: "-adf -t=", operands: ["text", "read"], closed: true },
  bc: {
    effect: "read",
    options: "-hilqsvw --help --mathlib --quiet --standard --warn --version",
    operands: "read",
  },
  jq: {
    effect: "read",
    options:
      "-acCeghjMnrRsSV -L=/ -f=< --arg== --argjson== --slurpfile==< --rawfile==< --args --jsonargs --ascii-output --binary --color-output --compact-output --exit-status --from-file=< --indent= --join-output --monochrome-output --null-input --raw-input --raw-output --raw-output0 --seq --slurp --sort-keys --stream --stream-errors --tab --unbuffered --help --version --build-configuration",
    operands: ["text", "read"],
    unless: "-f --from-file",
    suspect: "\\b(?:import|include)\\b",
    closed: true,
  },
  yq: {
    effect: "read",
    options:
      "-CeMnPjNrRycV -I= -o= -p= --colors --exit-status --no-colors --null-input --prettyPrint --indent= --output-format= --input-format= --tojson --no-doc --unwrapScalar[=] --raw-output --yaml-output --compact-output --verbose --version --help",
    writes: "-i -s= --inplace --in-place --split-exp=",
    operands: ["text", "read"],
    suspect: "\\b(?:load\\w*|system|import|include)\\b|\\beval\\s*[(]",
  },
  gron: {
    effect: "read",
    options:
      "-umcsvjk --ungron --monochrome --colorize --stream --no-sort --json --values --version --help",
    operands: "read",
    suspect: "^https?:",
  },
  xmllint: {
    effect: "read",
    options:
      "--noout --format --xpath= --html --recover --nonet --nowarning --noblanks --pretty= --version",
    writes: "-o=> --output=>",
    operands: "read",
    suspect: "^(?:https?|ftp):",
  },
  envsubst: { effect: "read", options: "-vVh --variables --help --version" },
  pygmentize: { effect: "unknown", prints: "-V", about: "may load code" },
  less: {
    effect: "read",
    options: "-eEFgGiIJmMnNqQrRsSuUwWXfaAcC -# --help --version",
    operands: "read",
    pager: true,
    suspect: "^[+]",
  },
  more: {
    effect: "read",
    options: "-dflpcsu -n= -#",
    operands: "read",
    pager: true,
    suspect: "^[+]",
  },
  most: { effect: "read", operands: "read", pager: true },
  zless: { effect: "read", operands: "read", pager: true },
  man: {
    effect: "read",
    options:
      "-afkwWIi -S= -s= -M= -m= -L= --all --apropos --whatis --path --where --sections= --locale=",
    executes: "-P= -H[=] --pager= --html[=] -T[=] -t -X[=] --troff",
    pager: true,
    suspect: "[/]",
  },
  apropos: {
    effect: "read",
    options: "-adelrw -s= --and --exact --long --sections=",
    closed: true,
  },
  whatis: { effect: "read", options: "-dlrw -s= --long --sections=", closed: true },
  info: { effect: "unknown", prints: "--version", about: "is interactive" },
  tput: { effect: "read", options: "-V -T=", suspect: "^(?:init|reset|rs\\d|is\\d)$" },
  dircolors: {
    effect: "read",
    options: "-bcp --sh --bourne-shell --csh --print-database",
    operands: "read",
  },
  cowsay: { effect: "unknown", about: "may load code" },
  figlet: { effect: "unknown", about: "is not known to be harmless" },
};
