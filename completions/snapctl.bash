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
            --dataset|--socket|--store|--color|--progress|--last|--since|--until|--larger|--to|--label|--sample)
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
    case $previous in
        --dataset) _snapctl_words datasets; return ;;
        --socket) _snapctl_names -f; return ;;
        --store) _snapctl_names -d; return ;;
        --color) mapfile -t COMPREPLY < <(compgen -W 'auto always never' -- "$current"); return ;;
        --progress) mapfile -t COMPREPLY < <(compgen -W 'auto plain none' -- "$current"); return ;;
        --last) COMPREPLY=(); return ;;
        --since) COMPREPLY=(); return ;;
        --until) COMPREPLY=(); return ;;
        --larger) COMPREPLY=(); return ;;
        --to) _snapctl_names -d; return ;;
        --label) COMPREPLY=(); return ;;
        --sample) COMPREPLY=(); return ;;
    esac
    options='--dataset --socket --store --json --color --progress --help -h --version'
    case $command in
        list) options+=' --all -a --long -l --last --since --until' ;;
        show) options+=' --all -a' ;;
        ls) options+=' --long -l --recursive -r --null -0' ;;
        diff) options+=' --stat' ;;
        find) options+=' --deleted --larger --null -0' ;;
        restore) options+=' --in-place --to --delete --keep-newer --dry-run -n --yes -y' ;;
        snapshot) options+=' --label --full' ;;
        events) options+=' --follow -f --last' ;;
        prune) options+=' --dry-run -n' ;;
        sweep) options+=' --now' ;;
        verify) options+=' --read-data --sample' ;;
        repair) options+=' --dry-run -n' ;;
    esac
    if [[ $current == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$options" -- "$current")
        return
    fi
    case $command:$place in
        :*) mapfile -t COMPREPLY < <(compgen -W 'list show ls cat diff versions find restore export snapshot label pin unpin delete undelete status events prune du sweep verify repair resume version help' -- "$current") ;;
        *:path) _snapctl_names -f ;;
        help:0) mapfile -t COMPREPLY < <(compgen -W 'list show ls cat diff versions find restore export snapshot label pin unpin delete undelete status events prune du sweep verify repair resume version help ref exit json' -- "$current") ;;
        show:0) _snapctl_words references ;;
        ls:0) _snapctl_words references ;;
        cat:0) _snapctl_words references ;;
        diff:0) _snapctl_words references ;;
        diff:1) _snapctl_words compared ;;
        versions:0) _snapctl_names -f ;;
        find:0) _snapctl_names -f ;;
        restore:0) _snapctl_names -f; _snapctl_words references raw ;;
        restore:*) _snapctl_names -f ;;
        export:0) _snapctl_words references ;;
        export:1) _snapctl_names -f ;;
        label:0) _snapctl_words references ;;
        pin:0) _snapctl_words references ;;
        unpin:0) _snapctl_words pinned ;;
        delete:0) _snapctl_words references ;;
        undelete:0) _snapctl_words expired ;;
        verify:0) _snapctl_words references ;;
    esac
}
complete -F _snapctl snapctl
