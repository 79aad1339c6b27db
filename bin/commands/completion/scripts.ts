/*
 * Scripts for shells. They run `fleetkit complete -- WORDS`, where the last word is the one to complete. Its output has one suggestion
 * per line: the value, a tab and a description. The last line is `:files` if the shell may also suggest files, or `:`.
 */

/** Bash splits words at colons and equals signs, and replaces only the part behind the last one. */
const BASH = `# bash completion of fleetkit; load it with: eval "$(fleetkit completion bash)"
_fleetkit() {
  local line value files= prefix= current="\${COMP_WORDS[COMP_CWORD]}"
  COMPREPLY=()
  while IFS= read -r line; do
    value="\${line%%$'\\t'*}"
    case "$line" in
      :files) files=1 ;;
      :) ;;
      *) COMPREPLY+=("$value") ;;
    esac
  done < <("\${COMP_WORDS[0]}" complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
  if [ -n "$files" ]; then
    while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "$current")
    compopt -o filenames 2>/dev/null
  fi
}
complete -F _fleetkit fleetkit
`;

const ZSH = `#compdef fleetkit
# zsh completion of fleetkit; load it with: eval "$(fleetkit completion zsh)"
_fleetkit() {
  local line files=
  local -a values descriptions
  while IFS= read -r line; do
    case "$line" in
      :files) files=1 ;;
      :) ;;
      *)
        values+=("\${line%%$'\\t'*}")
        descriptions+=("\${line/$'\\t'/  -- }")
        ;;
    esac
  done < <("\${words[1]}" complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)
  (( \${#values} )) && compadd -l -d descriptions -a values
  if [ -n "$files" ]; then _files; fi
}
compdef _fleetkit fleetkit
`;

const FISH = `# fish completion of fleetkit; load it with: fleetkit completion fish | source
function __fleetkit_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    for line in ($words[1] complete -- $words[2..-1] "$current" 2>/dev/null)
        switch $line
            case ':files'
                __fish_complete_path "$current"
            case ':'
            case '*'
                printf '%s\\n' $line
        end
    end
end
complete -c fleetkit -f -a '(__fleetkit_complete)'
`;

export const SHELLS = ['bash', 'zsh', 'fish'] as const;

export type Shell = (typeof SHELLS)[number];

/** Returns the script that a shell loads. */
export const getScript = (shell: Shell): string => ({ bash: BASH, zsh: ZSH, fish: FISH })[shell];
