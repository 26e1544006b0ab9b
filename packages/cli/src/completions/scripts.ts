/** What `squire completions` prints: each asks `squire __complete` for what could be typed next. */
export const SCRIPTS = {
  bash: String.raw`# Completions of squire for bash: put this into ~/.bashrc.
_squire() {
  local -a words=("")
  local i word value about kind before cut
  # bash cuts words at = and :, which are put together again here.
  for ((i = 1; i <= COMP_CWORD; i++)); do
    word=${"$"}{COMP_WORDS[i]}
    if ((i > 1)) && { [[ $word == [=:]* ]] || [[ ${"$"}{COMP_WORDS[i - 1]} == [=:] ]]; }; then
      words[${"$"}{#words[@]}-1]+=$word
    else
      words+=("$word")
    fi
  done
  local cur=${"$"}{words[${"$"}{#words[@]}-1]}
  COMPREPLY=()
  cut=""
  case $cur in *[=:]*) cut=${"$"}{cur%"${"$"}{cur##*[=:]}"} ;; esac
  {
    IFS=$'\t' read -r kind before
    while IFS=$'\t' read -r value about; do COMPREPLY+=("${"$"}{value#"$cut"}"); done
  } < <(command "${"$"}{COMP_WORDS[0]}" __complete "${"$"}{words[@]:1}" 2>/dev/null)
  local typed=${"$"}{cur#"$before"}
  case $kind in
    files | folders)
      local flag=-f
      [[ $kind == folders ]] && flag=-d
      compopt -o filenames 2>/dev/null
      while IFS= read -r value; do
        value=$before$value
        # Behind a @ the shell cannot see that it is a folder.
        [[ -n $before && -d ${"$"}{value#"$before"} ]] && { value+=/; compopt -o nospace 2>/dev/null; }
        COMPREPLY+=("${"$"}{value#"$cut"}")
      done < <(compgen "$flag" -- "$typed")
      ;;
  esac
}
complete -F _squire squire
`,
  zsh: String.raw`#compdef squire
# Completions of squire for zsh: put this into a folder of $fpath, under the name _squire.
_squire() {
  local -a lines values
  local line kind before value about
  lines=("${"$"}{(@f)$(command "${"$"}{words[1]}" __complete "${"$"}{(@)words[2,CURRENT]}" 2>/dev/null)}")
  kind=${"$"}{lines[1]%%$'\t'*}
  before=${"$"}{lines[1]#*$'\t'}
  for line in "${"$"}{(@)lines[2,-1]}"; do
    [[ -z $line ]] && continue
    value=${"$"}{line%%$'\t'*}
    about=${"$"}{line#*$'\t'}
    values+=("${"$"}{value//:/\\:}:$about")
  done
  (( ${"$"}#values )) && _describe -V squire values
  if [[ $kind == files || $kind == folders ]]; then
    [[ -n $before ]] && compset -P "$before"
    if [[ $kind == files ]]; then _files; else _files -/; fi
  fi
}
if [[ $funcstack[1] == _squire ]]; then _squire "$@"; else compdef _squire squire; fi
`,
  fish: String.raw`# Completions of squire for fish: put this into ~/.config/fish/completions/squire.fish.
function __squire_complete
  set -l words (commandline -opc)
  set -l typed (commandline -ct)
  set -l lines (command $words[1] __complete $words[2..-1] "$typed" 2>/dev/null)
  set -l head (string split \t -- $lines[1])
  for line in $lines[2..-1]
    echo $line
  end
  set -l rest (string replace -- "$head[2]" "" "$typed")
  switch $head[1]
    case files
      __fish_complete_path $rest | string replace -r -- '^' "$head[2]"
    case folders
      __fish_complete_directories $rest | string replace -r -- '^' "$head[2]"
  end
end
complete -c squire -f -a '(__squire_complete)'
`,
} as const;
