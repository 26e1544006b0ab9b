import type { ProgramTable } from "../spec.ts";

/** Programs that look at files and folders as they are. */
export const FILES: ProgramTable = {
  ls: {
    effect: "read",
    options:
      "-aAbBcCdfFgGhHiklLmnNopqQrRsStuUvxXZ1@eOTPW% -I= -T= -w= -D --all --almost-all --author --block-size= --classify[=] --color[=] --colour[=] --context --dereference --dereference-command-line --dereference-command-line-symlink-to-dir --directory --dired --escape --file-type --format= --full-time --group-directories-first --help --hide= --hide-control-chars --human-readable --hyperlink[=] --ignore= --ignore-backups --indicator-style= --inode --kibibytes --literal --no-group --numeric-uid-gid --quote-name --quoting-style= --recursive --reverse --show-control-chars --si --size --sort= --tabsize= --time= --time-style= --version --width= --zero",
    operands: "list",
    closed: true,
  },
  dir: {
    effect: "read",
    options: "-aAlhrRtS1 --color[=] --help --version",
    operands: "list",
    closed: true,
  },
  vdir: {
    effect: "read",
    options: "-aAlhrRtS1 --color[=] --help --version",
    operands: "list",
    closed: true,
  },
  exa: {
    effect: "read",
    options:
      "-1aABbdDfFgGhHiIlLmnrRsStTuUx@ -L= -s= -I= -t= --all --long --tree --level= --sort= --git --git-ignore --icons --header --reverse --only-dirs --color= --group-directories-first --ignore-glob= --time-style= --version --help",
    operands: "list",
    closed: true,
  },
  eza: {
    effect: "read",
    options:
      "-1aABbdDfFgGhHiIlLmnrRsStTuUx@XM -L= -s= -I= -t= --all --long --tree --level= --sort= --git --git-ignore --icons[=] --header --reverse --only-dirs --only-files --color= --group-directories-first --ignore-glob= --time-style= --no-user --no-permissions --no-time --total-size --version --help",
    operands: "list",
    closed: true,
  },
  tree: {
    effect: "read",
    options:
      "-adflxpsuugDFqNQtcUrvhCnSAiJXI -L= -P= -I= -H= -T= --noreport --dirsfirst --filesfirst --du --si --prune --filelimit= --charset= --inodes --device --matchdirs --ignore-case --gitignore --gitfile=< --metafirst --sort[=] --timefmt= --fromfile --info --nolinks --hintro= --houtro= --version --help",
    writes: "-o=> -R",
    operands: "list",
  },
  stat: {
    effect: "read",
    options:
      "-LftlnqrsxF -c= -f -t= --dereference --file-system --cached= --format= --printf= --terse --help --version",
    operands: "list",
    closed: true,
  },
  file: {
    effect: "read",
    options:
      "-bikLhNnprsSvzZ0EcdI -e= -F= -P= -f=< --brief --mime --mime-type --mime-encoding --dereference --no-dereference --extension --keep-going --no-buffer --no-pad --preserve-date --raw --special-files --uncompress --uncompress-noreport --print0 --separator= --exclude= --files-from=< --apple --version --help",
    operands: "read",
    writes: "-C --compile",
  },
  du: {
    effect: "read",
    options:
      "-0abcDHhklLmPsSxr -B= -d= -t= -X=< -I= --all --apparent-size --block-size= --bytes --count-links --dereference --dereference-args --exclude= --exclude-from=< --files0-from=< --human-readable --inodes --max-depth= --null --no-dereference --one-file-system --separate-dirs --si --summarize --threshold= --time[=] --time-style= --total --help --version -gAn",
    operands: "list",
    closed: true,
  },
  df: {
    effect: "read",
    options:
      "-ahHiklPTvmgbYn -B= -t= -x= --all --block-size= --direct --human-readable --inodes --local --no-sync --output[=] --portability --print-type --si --sync --total --type= --exclude-type= --help --version",
    operands: "list",
    closed: true,
  },
  readlink: {
    effect: "read",
    options:
      "-femnqsvz --canonicalize --canonicalize-existing --canonicalize-missing --no-newline --quiet --silent --verbose --zero --help --version",
    operands: "list",
    closed: true,
  },
  realpath: {
    effect: "read",
    options:
      "-emLPqsz --canonicalize-existing --canonicalize-missing --logical --physical --quiet --relative-to=/ --relative-base=/ --strip --no-symlinks --zero --help --version",
    operands: "list",
    closed: true,
  },
  basename: {
    effect: "read",
    options: "-az -s= --multiple --suffix= --zero --help --version",
    closed: true,
  },
  dirname: { effect: "read", options: "-z --zero --help --version", closed: true },
  pathchk: { effect: "read", options: "-pP --portability --help --version", closed: true },
  namei: {
    effect: "read",
    options: "-lmnovxZ --long --modes --owners --vertical --nosymlinks",
    operands: "list",
  },
  getfacl: { effect: "read", options: "-acdeEsRLPtpn --absolute-names", operands: "list" },
  lsattr: { effect: "read", options: "-RVadlpv", operands: "list" },
  getfattr: { effect: "read", options: "-dhRLPn=e= -n= -e= -m=", operands: "list" },
  mdls: {
    effect: "read",
    style: "words",
    options: "-name= -raw -nullMarker= -n=",
    operands: "list",
  },
  which: {
    effect: "read",
    options: "-as --all --skip-alias --skip-functions --skip-dot --skip-tilde --version --help",
    closed: true,
  },
  whereis: { effect: "read", options: "-bmsul", operands: "text" },
  cat: {
    effect: "read",
    options:
      "-AbeEnstTuvl --show-all --number-nonblank --show-ends --number --squeeze-blank --show-tabs --show-nonprinting --help --version",
    operands: "read",
    closed: true,
  },
  bat: {
    effect: "read",
    options:
      "-pPAnu -l= -r= -H= -m= --plain --show-all --number --language= --line-range= --highlight-line= --style= --color= --decorations= --theme= --wrap= --tabs= --terminal-width= --list-languages --list-themes --no-pager --version --help",
    operands: "read",
    pager: true,
  },
  tac: {
    effect: "read",
    options: "-br -s= --before --regex --separator= --help --version",
    operands: "read",
    closed: true,
  },
  nl: {
    effect: "read",
    options:
      "-p -b= -d= -f= -h= -i= -l= -n= -s= -v= -w= --body-numbering= --section-delimiter= --footer-numbering= --header-numbering= --line-increment= --join-blank-lines= --number-format= --no-renumber --number-separator= --starting-line-number= --number-width= --help --version",
    operands: "read",
    closed: true,
  },
  head: {
    effect: "read",
    options:
      "-qvz -c= -n= -# --bytes= --lines= --quiet --silent --verbose --zero-terminated --help --version",
    operands: "read",
    closed: true,
  },
  tail: {
    effect: "read",
    options:
      "-fFqrvz -b= -c= -n= -s= -# +# --bytes= --follow[=] --lines= --max-unchanged-stats= --pid= --quiet --silent --retry --sleep-interval= --verbose --zero-terminated --help --version",
    operands: "read",
    closed: true,
  },
  wc: {
    effect: "read",
    options:
      "-clmLw --bytes --chars --lines --max-line-length --words --total= --files0-from=< --help --version",
    operands: "read",
    closed: true,
  },
  md5sum: {
    effect: "read",
    options:
      "-btcwz --binary --check --tag --text --zero --ignore-missing --quiet --status --strict --warn --help --version",
    operands: "read",
    closed: true,
  },
  sha1sum: {
    effect: "read",
    options:
      "-btcwz --binary --check --tag --text --zero --ignore-missing --quiet --status --strict --warn --help --version",
    operands: "read",
    closed: true,
  },
  sha224sum: {
    effect: "read",
    options:
      "-btcwz --binary --check --tag --text --zero --ignore-missing --quiet --status --strict --warn --help --version",
    operands: "read",
    closed: true,
  },
  sha256sum: {
    effect: "read",
    options:
      "-btcwz --binary --check --tag --text --zero --ignore-missing --quiet --status --strict --warn --help --version",
    operands: "read",
    closed: true,
  },
  sha384sum: {
    effect: "read",
    options:
      "-btcwz --binary --check --tag --text --zero --ignore-missing --quiet --status --strict --warn --help --version",
    operands: "read",
    closed: true,
  },
  sha512sum: {
    effect: "read",
    options:
      "-btcwz --binary --check --tag --text --zero --ignore-missing --quiet --status --strict --warn --help --version",
    operands: "read",
    closed: true,
  },
  b2sum: {
    effect: "read",
    options:
      "-btcwz -l= --binary --check --length= --tag --text --zero --ignore-missing --quiet --status --strict --warn --help --version",
    operands: "read",
    closed: true,
  },
  b3sum: {
    effect: "read",
    options: "-c -l= --check --length= --no-names --raw --quiet --help --version",
    operands: "read",
  },
  cksum: {
    effect: "read",
    options:
      "-a= -l= -cz --algorithm= --base64 --raw --check --length= --tag --untagged --zero --help --version -o=",
    operands: "read",
    closed: true,
  },
  sum: { effect: "read", options: "-rs --sysv --help --version", operands: "read", closed: true },
  md5: { effect: "read", options: "-pqrtxn -s= -c=", operands: "read", closed: true },
  shasum: {
    effect: "read",
    options:
      "-bcqstUw0 -a= --algorithm= --binary --check --portable --text --UNIVERSAL --warn --quiet --status --tag --version --help",
    operands: "read",
    closed: true,
  },
  cmp: {
    effect: "read",
    options:
      "-bls -i= -n= --print-bytes --ignore-initial= --verbose --bytes= --quiet --silent --help --version",
    operands: ["read", "read", "text"],
    closed: true,
  },
  diff: {
    effect: "read",
    options:
      "-abBcdeEHilnNpqrstTuvwyZ -C= -D= -F= -I= -L= -S= -U= -W= -x= -X=< -# --normal --brief --report-identical-files --context[=] --unified[=] --ed --rcs --side-by-side --width= --left-column --suppress-common-lines --show-c-function --show-function-line= --label= --expand-tabs --initial-tab --tabsize= --suppress-blank-empty --recursive --no-dereference --new-file --unidirectional-new-file --ignore-file-name-case --no-ignore-file-name-case --exclude= --exclude-from=< --starting-file= --from-file=< --to-file=< --ignore-case --ignore-tab-expansion --ignore-trailing-space --ignore-space-change --ignore-all-space --ignore-blank-lines --ignore-matching-lines= --text --strip-trailing-cr --ifdef= --line-format= --minimal --horizon-lines= --speed-large-files --color[=] --palette= --help --version",
    executes: "-l --paginate",
    operands: "read",
    deep: true,
  },
  diff3: {
    effect: "read",
    options: "-AeEmTXx3ia -L= --merge --text --label= --help --version",
    executes: "--diff-program=",
    operands: "read",
  },
  sdiff: {
    effect: "read",
    options:
      "-abBdHilsWEt -w= -I= --ignore-case --ignore-all-space --width= --left-column --suppress-common-lines --help --version",
    writes: "-o=> --output=>",
    executes: "--diff-program=",
    operands: "read",
  },
  colordiff: {
    effect: "read",
    options: "-abBcdeEHilnNpqrstTuwyZ -U= --color= --brief --unified[=]",
    operands: "read",
    deep: true,
  },
  strings: {
    effect: "read",
    options:
      "-afowd -n= -t= -e= -s= -# --all --print-file-name --bytes= --radix= --encoding= --data --include-all-whitespace --output-separator= --help --version",
    operands: "read",
    suspect: "^@",
  },
  od: {
    effect: "read",
    options:
      "-abcdDeFfhHiIlLoOsvx -A= -B -j= -N= -S= -t= -w[=] --address-radix= --endian= --skip-bytes= --read-bytes= --strings[=] --format= --output-duplicates --width[=] --traditional --help --version",
    operands: "read",
    closed: true,
  },
  hexdump: {
    effect: "read",
    options:
      "-bcCdovxX -e= -f=< -n= -s= -L[=] --one-byte-octal --canonical --length= --skip= --no-squeezing --color[=] --version --help",
    operands: "read",
    closed: true,
  },
  hd: { effect: "read", options: "-bcCdovxX -e= -f=< -n= -s=", operands: "read", closed: true },
  hexyl: {
    effect: "read",
    options: "-n= -s= -c= -b= --length= --skip= --no-squeezing --color= --border= --version --help",
    operands: "read",
  },
  // The second operand is written.
  xxd: {
    effect: "read",
    options: "-abCeEidhpruv -c= -g= -l= -n= -o= -s= -R=",
    operands: ["read", "write"],
  },
  base64: {
    effect: "read",
    options: "-diD -w= -b= --decode --ignore-garbage --wrap= --break= --help --version",
    writes: "-o=> --output=>",
    operands: "read",
  },
  base32: {
    effect: "read",
    options: "-di -w= --decode --ignore-garbage --wrap= --help --version",
    operands: "read",
    closed: true,
  },
  basenc: {
    effect: "read",
    options:
      "-di -w= --base64 --base64url --base32 --base32hex --base16 --base2msbf --base2lsbf --z85 --decode --ignore-garbage --wrap= --help --version",
    operands: "read",
    closed: true,
  },
  readelf: {
    effect: "read",
    options:
      "-aAcCdDeghIlLnprsStTuvVW -p= -R= -x= -z --all --file-header --program-headers --segments --section-headers --sections --section-groups --section-details --headers --syms --symbols --dyn-syms --notes --relocs --unwind --dynamic --version-info --arch-specific --wide --demangle[=] --string-dump= --hex-dump= --help --version",
    operands: "read",
    suspect: "^@",
  },
  nm: {
    effect: "read",
    options:
      "-aABCDefglnopPrsSuvVW -t= --debug-syms --print-file-name --demangle[=] --no-demangle --dynamic --extern-only --line-numbers --numeric-sort --no-sort --portability --print-size --print-armap --reverse-sort --size-sort --undefined-only --defined-only --radix= --format= --help --version",
    operands: "read",
    suspect: "^@",
  },
  objdump: {
    effect: "read",
    options:
      "-adDfghHlpPrRsStTvVwxzCF -j= -M= -m= -b= --archive-headers --disassemble[=] --disassemble-all --file-headers --headers --all-headers --private-headers --reloc --dynamic-reloc --full-contents --source[=] --syms --dynamic-syms --section= --demangle[=] --no-show-raw-insn --wide --start-address= --stop-address= --help --version",
    operands: "read",
    suspect: "^@",
  },
  size: {
    effect: "read",
    options: "-ABdoxt --format= --radix= --totals --common --help --version",
    operands: "read",
    suspect: "^@",
  },
  otool: { effect: "read", options: "-aCDdefhiILlMmoPrRSTtVvXx", operands: "read" },
  exiftool: { effect: "unknown", prints: "-ver", about: "may write files and run code" },
  identify: { effect: "unknown", prints: "-version --version", about: "may run helpers" },
  cloc: {
    effect: "read",
    here: true,
    options:
      "--by-file --quiet --json --csv --md --yaml --vcs= --exclude-dir= --include-lang= --exclude-lang= --not-match-d= --version --help",
    executes: "--script-lang= --force-lang= --extract-with=",
    operands: "read",
    deep: true,
  },
  tokei: {
    effect: "read",
    here: true,
    options:
      "-cCfhV -e= -o= -s= -t= --files --hidden --exclude= --output= --sort= --type= --languages --no-ignore --compact --version --help",
    operands: "read",
    deep: true,
  },
  scc: {
    effect: "read",
    here: true,
    options:
      "-acdfhiMnsvwx --by-file --no-cocomo --no-complexity --exclude-dir= --include-ext= --format= --sort= --wide --ci --version --help",
    operands: "read",
    deep: true,
  },
  pdfinfo: {
    effect: "read",
    options: "-box -meta -js -struct -isodates -rawdates -dests",
    style: "words",
    operands: "read",
  },
  mediainfo: {
    effect: "read",
    options: "--Full --Output= --Inform= --Version --Help",
    operands: "read",
    suspect: "://",
  },
  javap: {
    effect: "read",
    style: "words",
    options:
      "-c -p -v -l -s -private -public -protected -package -verbose -constants -sysinfo -version -help",
    operands: "text",
  },
  jar: {
    effect: "write",
    prints: "--version",
    about: "packs or unpacks files",
    subcommands: {
      tf: { effect: "read", operands: ["read", "text"] },
      tvf: { effect: "read", operands: ["read", "text"] },
    },
  },
  plutil: {
    effect: "read",
    style: "words",
    options: "-p -lint",
    needs: "-p -lint",
    otherwise: "write",
    operands: "read",
  },
  lsb_release: {
    effect: "read",
    options: "-acdhirsv --all --codename --description --id --release --short --version",
  },
};
