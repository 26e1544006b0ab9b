import type { ProgramTable } from "../spec.ts";

const DIFF =
  " -psuabwzRWDi -U= -X[=] -B[=] -M[=] -C[=] -l= -S= -G= -O=< -I= --patch --no-patch --unified= --raw --patch-with-raw --patch-with-stat --indent-heuristic --no-indent-heuristic --minimal --patience --histogram --anchored= --diff-algorithm= --stat[=] --stat-width= --stat-count= --compact-summary --numstat --shortstat --dirstat[=] --cumulative --summary --name-only --name-status --color[=] --no-color --color-moved[=] --no-color-moved --color-moved-ws= --word-diff[=] --word-diff-regex= --color-words[=] --no-renames --rename-empty --no-rename-empty --check --ws-error-highlight= --full-index --binary --abbrev[=] --no-abbrev --break-rewrites[=] --find-renames[=] --find-copies[=] --find-copies-harder --irreversible-delete --diff-filter= --find-object= --pickaxe-all --pickaxe-regex --skip-to= --rotate-to= --relative[=] --no-relative --text --ignore-cr-at-eol --ignore-space-at-eol --ignore-space-change --ignore-all-space --ignore-blank-lines --ignore-matching-lines= --inter-hunk-context= --function-context --exit-code --quiet --no-ext-diff --no-textconv --ignore-submodules[=] --src-prefix= --dst-prefix= --no-prefix --default-prefix --line-prefix= --ita-invisible-in-index ";

const LOG =
  " -ginEFPmctqf -n= -L= -# --oneline --graph --all --branches[=] --tags[=] --remotes[=] --decorate[=] --no-decorate --decorate-refs= --decorate-refs-exclude= --clear-decorations --max-count= --skip= --since= --after= --until= --before= --author= --committer= --grep= --grep-reflog= --all-match --invert-grep --regexp-ignore-case --extended-regexp --fixed-strings --perl-regexp --merges --no-merges --min-parents= --max-parents= --first-parent --not --glob= --exclude= --exclude-first-parent-only --reflog --walk-reflogs --cherry-pick --cherry --cherry-mark --left-right --left-only --right-only --boundary --simplify-by-decoration --full-history --dense --sparse --simplify-merges --show-pulls --ancestry-path[=] --date-order --author-date-order --topo-order --reverse --no-walk[=] --do-walk --pretty[=] --format= --abbrev-commit --no-abbrev-commit --encoding= --notes[=] --no-notes --date= --relative-date --parents --children --follow --full-diff --log-size --source --use-mailmap --mailmap --no-mailmap --cc --diff-merges= --no-diff-merges --combined-all-paths --merge --remove-empty --bisect --no-expand-tabs --expand-tabs[=] --end-of-options ";

const REFS =
  " --sort= --format= --color[=] --no-color --points-at= --contains[=] --no-contains[=] --merged[=] --no-merged[=] --ignore-case --column[=] --no-column --omit-empty ";

/**
 * git. What reads may run helpers that the repository's settings name (S13): such a command must
 * run with `neutralGitEnv`, and the settings that no environment can take back are looked for by
 * `inspectCall`.
 */
export const GIT: ProgramTable = {
  git: {
    effect: "unknown",
    prints: "--version -v --exec-path --html-path --man-path --info-path -h",
    options:
      "-P -C=< --no-pager --no-optional-locks --literal-pathspecs --glob-pathspecs --noglob-pathspecs --icase-pathspecs --no-replace-objects",
    executes:
      "-c= --config-env= --exec-path[=] -p --paginate --git-dir= --work-tree= --namespace= --super-prefix= --bare --attr-source= --help",
    neutralGit: true,
    here: true,
    about: "may change the repository",
    subcommands: {
      status: {
        effect: "read",
        options:
          "-sbvz -u[=] --short --branch --show-stash --porcelain[=] --long --verbose --untracked-files[=] --ignore-submodules[=] --ignored[=] --column[=] --no-column --ahead-behind --no-ahead-behind --renames --no-renames --find-renames[=]",
        operands: "read",
      },
      diff: {
        effect: "read",
        options:
          DIFF + "-0123 --cached --staged --merge-base --no-index --ours --theirs --base --cc -c",
        writes: "--output=>",
        executes: "--ext-diff --textconv",
        operands: "read",
      },
      log: {
        effect: "read",
        options: LOG + DIFF,
        writes: "--output=>",
        executes: "--ext-diff --textconv",
        operands: "read",
      },
      show: {
        effect: "read",
        options: LOG + DIFF,
        writes: "--output=>",
        executes: "--ext-diff --textconv",
        operands: "read",
      },
      whatchanged: {
        effect: "read",
        options: LOG + DIFF,
        writes: "--output=>",
        executes: "--ext-diff --textconv",
        operands: "read",
      },
      shortlog: {
        effect: "read",
        options: LOG + "-nsec -w[=] --numbered --summary --email --committer --group=",
        operands: "read",
      },
      reflog: {
        effect: "read",
        options: LOG + DIFF,
        writes: "--output=>",
        executes: "--ext-diff --textconv",
        operands: "read",
        suspect: "^(?:expire|delete|drop|write)$",
      },
      "rev-list": {
        effect: "read",
        options:
          LOG +
          "--count --objects --objects-edge --disk-usage[=] --use-bitmap-index --header --timestamp --quiet --filter= --in-commit-order --no-object-names --maximal-only --max-age= --min-age= --no-commit-header",
        operands: "read",
      },
      "diff-tree": {
        effect: "read",
        options:
          DIFF + "-rtmcv --root --cc --no-commit-id --pretty[=] --format= --merge-base --stdin",
        writes: "--output=>",
        executes: "--ext-diff --textconv",
        operands: "read",
      },
      "diff-index": {
        effect: "read",
        options: DIFF + "-m --cached --merge-base",
        writes: "--output=>",
        executes: "--ext-diff --textconv",
        operands: "read",
      },
      "diff-files": {
        effect: "read",
        options: DIFF + "-0123c --cc -q",
        writes: "--output=>",
        executes: "--ext-diff --textconv",
        operands: "read",
      },
      "range-diff": {
        effect: "read",
        options:
          DIFF +
          "--creation-factor= --no-dual-color --dual-color --left-only --right-only --notes[=] --no-notes",
        operands: "text",
        executes: "--ext-diff --textconv",
      },
      blame: {
        effect: "read",
        options:
          "-bcefhklnpstw -L= -M[=] -C[=] -S=< --root --show-stats --reverse --porcelain --line-porcelain --incremental --encoding= --contents=< --date= --score-debug --show-name --show-number --show-email --since= --ignore-rev= --ignore-revs-file=< --color-lines --color-by-age --abbrev= --first-parent --progress --no-progress --no-textconv",
        executes: "--textconv",
        operands: "read",
      },
      annotate: {
        effect: "read",
        options: "-bcefhklnpstw -L= -M[=] -C[=] --root --since= --abbrev=",
        operands: "read",
      },
      describe: {
        effect: "read",
        options:
          "--all --tags --long --abbrev= --dirty[=] --broken[=] --always --contains --match= --exclude= --candidates= --exact-match --debug --first-parent",
        operands: "text",
      },
      "name-rev": {
        effect: "read",
        options: "--tags --refs= --exclude= --all --name-only --no-undefined --always",
        operands: "text",
      },
      "rev-parse": {
        effect: "read",
        options:
          "-q --verify --quiet --short[=] --symbolic --symbolic-full-name --abbrev-ref[=] --all --branches[=] --tags[=] --remotes[=] --git-dir --git-common-dir --absolute-git-dir --show-toplevel --show-superproject-working-tree --show-prefix --show-cdup --is-inside-git-dir --is-inside-work-tree --is-bare-repository --is-shallow-repository --show-object-format[=] --show-ref-format --local-env-vars --git-path= --path-format= --revs-only --no-revs --flags --no-flags --default= --prefix= --sq --not --since= --until= --disambiguate= --glob= --exclude= --shared-index-path --end-of-options",
        operands: "text",
      },
      "ls-files": {
        effect: "read",
        options:
          "-cdmoiskutvfz -x= -X=< --cached --deleted --modified --others --ignored --stage --directory --no-empty-directory --unmerged --killed --resolve-undo --eol --exclude= --exclude-from=< --exclude-per-directory= --exclude-standard --error-unmatch --with-tree= --full-name --recurse-submodules --abbrev[=] --debug --deduplicate --sparse --format=",
        operands: "list",
      },
      "ls-tree": {
        effect: "read",
        options:
          "-drtlz --long --name-only --name-status --object-only --full-name --full-tree --abbrev[=] --format=",
        operands: "text",
      },
      "cat-file": {
        effect: "read",
        options:
          "-tsepZ --batch[=] --batch-check[=] --batch-all-objects --buffer --unordered --allow-unknown-type --follow-symlinks --path= --no-use-mailmap --use-mailmap",
        executes: "--textconv --filters",
        operands: "text",
      },
      "merge-base": {
        effect: "read",
        options: "-a --all --octopus --independent --is-ancestor --fork-point",
        operands: "text",
      },
      "for-each-ref": {
        effect: "read",
        options:
          REFS + "-spq --count= --shell --perl --python --tcl --exclude= --include-root-refs",
        operands: "text",
      },
      "show-ref": {
        effect: "read",
        options:
          "-qsd --head --tags --heads --branches --verify --hash[=] --dereference --abbrev[=] --exists --quiet",
        operands: "text",
      },
      "show-branch": {
        effect: "read",
        options:
          "-arg --all --remotes --current --topo-order --date-order --sparse --more= --list --merge-base --independent --no-name --sha1-name --topics --reflog[=] --color[=] --no-color",
        operands: "text",
      },
      "symbolic-ref": {
        effect: "read",
        options: "-q --quiet --short --recurse --no-recurse",
        operands: ["text", "none"],
      },
      branch: {
        effect: "read",
        options:
          REFS +
          "-arvqil --all --remotes --verbose --list --show-current --abbrev[=] --no-abbrev --quiet",
        operands: "text",
        namedBy: "-l --list --contains --no-contains --merged --no-merged --points-at",
      },
      tag: {
        effect: "read",
        options: REFS + "-lin[=] -n[=] --list",
        operands: "text",
        namedBy: "-l --list -n --contains --no-contains --merged --no-merged --points-at",
      },
      stash: {
        effect: "write",
        bare: "write",
        about: "changes files",
        subcommands: {
          list: { effect: "read", options: LOG + DIFF, operands: "text" },
          show: {
            effect: "read",
            options: DIFF + "--include-untracked --only-untracked -u",
            executes: "--ext-diff --textconv",
            writes: "--output=>",
            operands: "text",
          },
          push: { effect: "write", about: "changes files" },
          pop: { effect: "write", about: "changes files" },
          apply: { effect: "write", about: "changes files" },
          drop: { effect: "write", about: "deletes a stash" },
          clear: { effect: "write", about: "deletes stashes" },
        },
      },
      remote: {
        effect: "write",
        options: "-v --verbose",
        bare: "read",
        about: "changes remotes",
        subcommands: {
          "get-url": { effect: "read", options: "--push --all" },
          show: { effect: "read", options: "-n", needs: "-n", otherwise: "network" },
          add: { effect: "write", about: "changes remotes" },
          remove: { effect: "write", about: "changes remotes" },
          rename: { effect: "write", about: "changes remotes" },
          "set-url": { effect: "write", about: "changes remotes" },
          update: { effect: "network" },
          prune: { effect: "network" },
        },
      },
      config: {
        effect: "read",
        options:
          "-lz --list --get --get-all --get-regexp --get-urlmatch --global --system --local --worktree --show-origin --show-scope --name-only --null --type= --bool --int --bool-or-int --path --includes --no-includes --default= -f=< --file=< --blob=",
        operands: ["text", "none"],
        suspect: "^(?:set|unset|edit|rename-section|remove-section)$",
      },
      worktree: {
        effect: "write",
        about: "changes files",
        subcommands: { list: { effect: "read", options: "-vz --porcelain --verbose --expire=" } },
      },
      submodule: {
        effect: "network",
        options: "-q --quiet --cached",
        bare: "read",
        about: "may fetch and check out",
        subcommands: {
          status: { effect: "read", options: "--cached --recursive", operands: "list" },
          foreach: { effect: "execute", about: "runs a command" },
          update: { effect: "network", about: "fetches and checks out" },
          add: { effect: "network" },
          init: { effect: "write" },
          sync: { effect: "write" },
        },
      },
      "check-ignore": {
        effect: "read",
        options: "-qvnz --quiet --verbose --non-matching --no-index --stdin",
        operands: "list",
      },
      "check-attr": {
        effect: "read",
        options: "-az --all --cached --stdin --source=",
        operands: "list",
      },
      "check-mailmap": { effect: "read", operands: "text" },
      "check-ref-format": {
        effect: "read",
        options: "--branch --normalize --allow-onelevel --no-allow-onelevel --refspec-pattern",
        operands: "text",
      },
      "count-objects": {
        effect: "read",
        options: "-vH --verbose --human-readable",
        operands: "none",
      },
      grep: {
        effect: "read",
        options:
          "-acEFGhHiIlLnopPqrvwWz0 -A= -B= -C= -e= -f=< -m= -# --text --no-textconv --ignore-case --max-depth= --recursive --no-recursive --word-regexp --invert-match --full-name --extended-regexp --basic-regexp --perl-regexp --fixed-strings --line-number --column --files-with-matches --name-only --files-without-match --null --only-matching --count --color[=] --no-color --break --heading --show-function --after-context= --before-context= --context= --function-context --max-count= --threads= --and --or --not --all-match --quiet --cached --untracked --no-exclude-standard --exclude-standard --recurse-submodules",
        executes: "-O[=] --open-files-in-pager[=] --textconv --ext-grep",
        operands: ["text", "read"],
        unless: "-e -f",
      },
      cherry: { effect: "read", options: "-v --verbose --abbrev[=]", operands: "text" },
      "patch-id": { effect: "read", options: "--stable --unstable --verbatim", operands: "none" },
      var: { effect: "read", options: "-l", operands: "text" },
      version: { effect: "read", options: "--build-options", operands: "none" },
      fsck: {
        effect: "read",
        options:
          "-v --full --strict --no-dangling --dangling --unreachable --connectivity-only --root --tags --cache --no-reflogs --name-objects --progress --no-progress --verbose",
        writes: "--lost-found",
        operands: "text",
      },
      "verify-pack": { effect: "read", options: "-vs --verbose --stat-only", operands: "read" },
      "hash-object": {
        effect: "read",
        options: "-t= --stdin --no-filters --literally --path=",
        writes: "-w",
        operands: "read",
      },
      notes: {
        effect: "write",
        bare: "read",
        subcommands: {
          list: { effect: "read", operands: "text" },
          show: { effect: "read", operands: "text" },
        },
      },
      bisect: {
        effect: "write",
        subcommands: {
          log: { effect: "read" },
          run: { effect: "execute", about: "runs a command" },
        },
      },
      rerere: {
        effect: "write",
        subcommands: { status: { effect: "read" }, remaining: { effect: "read" } },
      },
      "sparse-checkout": { effect: "write", subcommands: { list: { effect: "read" } } },
      bundle: {
        effect: "write",
        subcommands: {
          verify: { effect: "read", options: "-q --quiet", operands: "read" },
          "list-heads": { effect: "read", operands: ["read", "text"] },
        },
      },
      help: { effect: "execute", about: "opens a manual page" },
      add: { effect: "write", operands: "list", prefix: true, about: "changes what is staged" },
      commit: { effect: "write", prefix: true, about: "makes a commit" },
      checkout: { effect: "write", prefix: true, about: "changes files" },
      switch: { effect: "write", prefix: true, about: "changes files" },
      restore: { effect: "write", prefix: true, about: "changes files" },
      reset: { effect: "write", about: "changes files or the branch" },
      mv: { effect: "write", operands: "move", prefix: true, about: "moves files" },
      rm: { effect: "write", operands: "delete", about: "deletes files" },
      clean: { effect: "write", options: "-n --dry-run", about: "deletes files" },
      merge: { effect: "write", about: "changes files" },
      rebase: { effect: "execute", about: "may run commands" },
      "cherry-pick": { effect: "write", about: "changes files" },
      revert: { effect: "write", about: "changes files" },
      am: { effect: "write", about: "changes files" },
      apply: { effect: "write", about: "changes files" },
      init: { effect: "write", about: "creates a repository" },
      gc: { effect: "write", about: "changes the repository" },
      prune: { effect: "write", about: "changes the repository" },
      archive: {
        effect: "write",
        network: "--remote=",
        executes: "--exec=",
        about: "writes an archive",
      },
      clone: { effect: "network" },
      fetch: { effect: "network" },
      pull: { effect: "network" },
      push: { effect: "network" },
      "ls-remote": { effect: "network" },
      "request-pull": { effect: "network" },
      "send-email": { effect: "network" },
      "filter-branch": { effect: "execute" },
      difftool: { effect: "execute", about: "runs another program" },
      mergetool: { effect: "execute", about: "runs another program" },
    },
  },
};
