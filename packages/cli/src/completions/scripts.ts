/** What `squire completions` prints: each asks `squire __complete` for what could be typed next. */
export const SCRIPTS = {
  bash: String.raw`# Completions of squire for bash: put this into ~/.bashrc.
_squire() {
  local -a words=("")
  local i word value about kind before cut gap rest=$COMP_LINE
  # bash cuts words at = and : and @; what has no blank between is put together again here.
  for ((i = 0; i <= COMP_CWORD; i++)); do
    word=${"$"}{COMP_WORDS[i]}
    gap=$rest
    [[ -n $word ]] && gap=${"$"}{rest%%"$word"*} rest=${"$"}{rest#*"$word"}
    ((i == 0)) && continue
    if ((i > 1)) && [[ -z $gap ]]; then
      words[${"$"}{#words[@]}-1]+=$word
    else
      words+=("$word")
    fi
  done
  local cur=${"$"}{words[${"$"}{#words[@]}-1]}
  COMPREPLY=()
  cut=""
  # Only what stands behind the last cut is replaced; a @ goes with what is behind it.
  local cuts=${"$"}{COMP_WORDBREAKS//[^=:]/}
  [[ -n $cuts && $cur == *[$cuts]* ]] && cut=${"$"}{cur%"${"$"}{cur##*[$cuts]}"}
  {
    IFS=$'\t' read -r kind before
    while IFS=$'\t' read -r value about; do COMPREPLY+=("${"$"}{value#"$cut"}"); done
  } < <(command "${"$"}{COMP_WORDS[0]}" __complete "${"$"}{words[@]:1}" 2>/dev/null)
  [[ $kind == files || $kind == folders ]] || return
  local flag=-f typed=${"$"}{cur#"$before"}
  [[ $kind == folders ]] && flag=-d
  # What begins with a @ the shell would take for no file, and quote in its own way.
  [[ $before == @ ]] || compopt -o filenames 2>/dev/null
  while IFS= read -r value; do
    if [[ $before == @ ]]; then
      [[ -d $value ]] && { value+=/; compopt -o nospace 2>/dev/null; }
      value=@$(printf %q "$value")
    else
      value=$before$value
    fi
    COMPREPLY+=("${"$"}{value#"$cut"}")
  done < <(compgen "$flag" -- "${"$"}{typed//\\/}")
}
complete -F _squire squire
`,
  zsh: String.raw`#compdef squire
# Completions of squire for zsh: put this into a folder of $fpath, under the name _squire.
_squire() {
  local -a lines values
  local line kind before value about
  lines=("${"$"}{(@f)$(command "${"$"}{words[1]}" __complete "${"$"}{(@Q)words[2,CURRENT]}" 2>/dev/null)}")
  kind=${"$"}{lines[1]%%$'\t'*}
  before=${"$"}{lines[1]#*$'\t'}
  for line in "${"$"}{(@)lines[2,-1]}"; do
    [[ -z $line ]] && continue
    value=${"$"}{line%%$'\t'*}
    about=${"$"}{line#"$value"}
    values+=("${"$"}{value//:/\\:}${"$"}{about/$'\t'/:}")
  done
  (( ${"$"}#values )) && _describe squire values
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
