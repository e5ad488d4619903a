# bash completion for snapctl; made by `snapctl __completions bash`.
# A name may hold spaces and stars: it stays one answer, and readline quotes it.
_snapctl_names() {
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen "$1" -- "$current")
}
_snapctl() {
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
    local command= word options
    COMPREPLY=()
    case $previous in
        --dataset) COMPREPLY=(); return ;;
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
    for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
        case $word in
            list|show|ls|cat|diff|versions|find|restore|export|snapshot|label|pin|unpin|delete|undelete|status|events|prune|du|sweep|verify|repair|resume|version|help)
                command=$word; break ;;
        esac
    done
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
    elif [[ -z $command ]]; then
        mapfile -t COMPREPLY < <(compgen -W 'list show ls cat diff versions find restore export snapshot label pin unpin delete undelete status events prune du sweep verify repair resume version help' -- "$current")
    elif [[ $command == help ]]; then
        mapfile -t COMPREPLY < <(compgen -W 'list show ls cat diff versions find restore export snapshot label pin unpin delete undelete status events prune du sweep verify repair resume version help ref exit json' -- "$current")
    else
        _snapctl_names -f
    fi
}
complete -F _snapctl snapctl
