extension CompletionScript {
    /// The functions that the bash script calls, and how it reads what was typed so far.
    static var bashHelpers: [String] {
        #"""
        # bash completion for snapctl; made by `snapctl __completions bash`.
        # A name may hold spaces and stars: it stays one answer, and readline quotes it.
        _snapctl_names() {
            compopt -o filenames 2>/dev/null
            mapfile -t COMPREPLY < <(compgen "$1" -- "$current")
        }
        # A word as it is without its quotes; nothing in it is run.
        _snapctl_plain() {
            local word=${1//[\\\"\']/}
            printf '%s' "${word/#\~\//"$HOME/"}"
        }
        # What snapctl itself knows: numbers, labels, datasets; raw where readline quotes names anyway.
        _snapctl_words() {
            local word typed
            typed=$(_snapctl_plain "$current")
            compopt -o nosort 2>/dev/null
            while IFS=$'\t' read -r word _; do
                [[ $word == "$typed"* ]] || continue
                # Behind an open quote readline closes it; else what is odd in the word is to be quoted.
                [[ -n $2 || $current == [\"\']* ]] || printf -v word %q "$word"
                COMPREPLY+=("$word")
            done < <("$(_snapctl_plain "${COMP_WORDS[0]}")" __words "$1" "${where[@]}" 2>/dev/null)
        }
        _snapctl() {
            local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
            local command= place=0 options word i
            local -a where=()
            COMPREPLY=()
            # bash cuts --option=value and REF:PATH into three words.
            if [[ $current == '=' ]]; then current=; fi
            if [[ $previous == '=' ]]; then previous=${COMP_WORDS[COMP_CWORD-2]}; fi
            for (( i = 1; i < COMP_CWORD; i++ )); do
                word=${COMP_WORDS[i]}
                case $word in
                    \#(bashValueOptions))
                        if [[ ${COMP_WORDS[i+1]} == '=' ]]; then (( i++ )); fi
                        if (( ++i < COMP_CWORD )) && [[ $word =~ ^--(dataset|socket|store)$ ]]; then
                            where+=("$word" "$(_snapctl_plain "${COMP_WORDS[i]}")")
                        fi ;;
                    -* | @) ;;
                    :) (( ++i < COMP_CWORD )) || place=path ;;
                    *)
                        if [[ -n $command ]]; then (( place++ )); else command=$word; fi ;;
                esac
            done
            # The cursor right behind the colon.
            if [[ $current == ':' ]]; then current= place=path; fi
        """#.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    /// The options that take the next word, as a pattern's alternatives.
    private static var bashValueOptions: String {
        OptionName.allCases.filter { $0.value != nil }.map(\.typed).joined(separator: "|")
    }
}
