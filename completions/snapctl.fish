# fish completion for snapctl; made by `snapctl __completions fish`.
# The options that say where to look, and how many words stand behind the command.
function __snapctl_typed
    set -l words (commandline -opc)
    set -l place -1
    set -l i 2
    while test $i -le (count $words)
        switch $words[$i]
            case --dataset --socket --store --color --progress --last --since --until --larger --to --label --sample
                set -l value (math $i + 1)
                if test "$argv[1]" = where -a $value -le (count $words)
                    and contains -- $words[$i] --dataset --socket --store
                    echo $words[$i]
                    string replace -r '^~/' "$HOME/" -- $words[$value]
                end
                set i $value
            case '--dataset=*' '--socket=*' '--store=*'
                test "$argv[1]" = where; and echo $words[$i]
            case '-*'
            case '*'
                set place (math $place + 1)
        end
        set i (math $i + 1)
    end
    test "$argv[1]" = place; and echo $place
end
function __snapctl_at
    __fish_seen_subcommand_from $argv[1]; or return 1
    set -l place (__snapctl_typed place)
    test $place -ge $argv[2]; and test $place -le $argv[3]
end
function __snapctl_words
    set -l words (commandline -opc)
    $words[1] __words $argv[1] (__snapctl_typed where) 2>/dev/null
end
set -l commands list show ls cat diff versions find restore export snapshot label pin unpin delete undelete status events prune du sweep verify repair resume version help
complete -c snapctl -f -n "not __fish_seen_subcommand_from $commands" -a list -d 'the snapshots, newest last'
complete -c snapctl -f -n "not __fish_seen_subcommand_from $commands" -a show -d 'one snapshot: what changed, what is missing'
complete -c snapctl -f -n "not __fish_seen_subcommand_from $commands" -a ls -d 'its files; a file\'s bytes'
complete -c snapctl -f -n "not __fish_seen_subcommand_from $commands" -a cat -d 'a file\'s bytes'
complete -c snapctl -f -n "not __fish_seen_subcommand_from $commands" -a diff -d 'what changed'
complete -c snapctl -f -n "not __fish_seen_subcommand_from $commands" -a versions -d 'every version of a path, deleted or moved too'
complete -c snapctl -f -n "not __fish_seen_subcommand_from $commands" -a find -d 'paths by name, in all snapshots'
complete -c snapctl -f -n "not __fish_seen_subcommand_from $commands" -a restore -d 'with --in-place or --to DIR; -n only shows'
complete -c snapctl -f -n "not __fish_seen_subcommand_from $commands" -a export -d 'one full zip of it; FILE - is standard output'
complete -c snapctl -f -n "not __fish_seen_subcommand_from $commands" -a snapshot -d 'save now'
complete -c snapctl -f -n "not __fish_seen_subcommand_from $commands" -a label -d 'name it; "" takes the name away'
complete -c snapctl -f -n "not __fish_seen_subcommand_from $commands" -a pin -d 'never expires; or may again'
complete -c snapctl -f -n "not __fish_seen_subcommand_from $commands" -a unpin -d 'may expire again'
complete -c snapctl -f -n "not __fish_seen_subcommand_from $commands" -a delete -d 'put it among the expired; or back'
complete -c snapctl -f -n "not __fish_seen_subcommand_from $commands" -a undelete -d 'back from the expired'
complete -c snapctl -f -n "not __fish_seen_subcommand_from $commands" -a status -d 'is all saved?'
complete -c snapctl -f -n "not __fish_seen_subcommand_from $commands" -a events -d 'what happened'
complete -c snapctl -f -n "not __fish_seen_subcommand_from $commands" -a prune -d 'what goes, and why'
complete -c snapctl -f -n "not __fish_seen_subcommand_from $commands" -a du -d 'what is big; free what nothing needs'
complete -c snapctl -f -n "not __fish_seen_subcommand_from $commands" -a sweep -d 'free what nothing needs'
complete -c snapctl -f -n "not __fish_seen_subcommand_from $commands" -a verify -d 'is the store whole? or mend it'
complete -c snapctl -f -n "not __fish_seen_subcommand_from $commands" -a repair -d 'mend what is damaged'
complete -c snapctl -f -n "not __fish_seen_subcommand_from $commands" -a resume -d 'let expiry go on after the brake'
complete -c snapctl -f -n "not __fish_seen_subcommand_from $commands" -a version -d 'of snapctl and the agent'
complete -c snapctl -f -n "not __fish_seen_subcommand_from $commands" -a help -d 'what a command does'
complete -c snapctl -l dataset -x -a "(__snapctl_words datasets)" -d 'the dataset meant, where there are several'
complete -c snapctl -l socket -r -F -d 'the agent\'s socket, else $SNAPAGENT_SOCKET'
complete -c snapctl -l store -x -a "(__fish_complete_directories)" -d 'read a store\'s files, no agent needed'
complete -c snapctl -l json -d 'the answer as one JSON document'
complete -c snapctl -l color -x -a "auto always never" -d 'colour on, off, or on terminals only'
complete -c snapctl -l progress -x -a "auto plain none" -d 'plain: a line every 10 s, nothing redrawn'
complete -c snapctl -s h -l help -d 'this help, or that of the command'
complete -c snapctl -l version -d 'the version, then end'
complete -c snapctl -n "__fish_seen_subcommand_from list" -s a -l all -d 'expired and deleted ones too, while they last'
complete -c snapctl -n "__fish_seen_subcommand_from list" -s l -l long -d 'seconds, layout, bytes on disk, time: as far as they fit'
complete -c snapctl -n "__fish_seen_subcommand_from list" -l last -x -d 'only the N newest'
complete -c snapctl -n "__fish_seen_subcommand_from list" -l since -x -d 'only those taken at WHEN or later'
complete -c snapctl -n "__fish_seen_subcommand_from list" -l until -x -d 'only those taken at WHEN or before'
complete -c snapctl -f -n "__snapctl_at list 0 999"
complete -c snapctl -n "__fish_seen_subcommand_from show" -s a -l all -d 'every missing or left-out file'
complete -c snapctl -n "__snapctl_at show 0 0" -f -k -a "(__snapctl_words references)"
complete -c snapctl -f -n "__snapctl_at show 1 999"
complete -c snapctl -n "__fish_seen_subcommand_from ls" -s l -l long -d 'mode, owner, group, size and time too'
complete -c snapctl -n "__fish_seen_subcommand_from ls" -s r -l recursive -d 'everything below it'
complete -c snapctl -n "__fish_seen_subcommand_from ls" -s 0 -l null -d 'raw names, each ended by a NUL'
complete -c snapctl -n "__snapctl_at ls 0 0" -f -k -a "(__snapctl_words references)"
complete -c snapctl -f -n "__snapctl_at ls 1 999"
complete -c snapctl -n "__snapctl_at cat 0 0" -f -k -a "(__snapctl_words references)"
complete -c snapctl -f -n "__snapctl_at cat 1 999"
complete -c snapctl -n "__fish_seen_subcommand_from diff" -l stat -d 'one line per top directory'
complete -c snapctl -n "__snapctl_at diff 0 0" -f -k -a "(__snapctl_words references)"
complete -c snapctl -n "__snapctl_at diff 1 1" -f -k -a "(__snapctl_words compared)"
complete -c snapctl -f -n "__snapctl_at diff 2 999"
complete -c snapctl -n "__snapctl_at versions 0 0" -F
complete -c snapctl -f -n "__snapctl_at versions 1 999"
complete -c snapctl -n "__fish_seen_subcommand_from find" -l deleted -d 'only what the newest snapshot lacks'
complete -c snapctl -n "__fish_seen_subcommand_from find" -l larger -x -d 'only files of at least SIZE, such as 10M'
complete -c snapctl -n "__fish_seen_subcommand_from find" -s 0 -l null -d 'raw paths, each ended by a NUL'
complete -c snapctl -n "__snapctl_at find 0 0" -F
complete -c snapctl -f -n "__snapctl_at find 1 999"
complete -c snapctl -n "__fish_seen_subcommand_from restore" -l in-place -d 'where the files came from'
complete -c snapctl -n "__fish_seen_subcommand_from restore" -l to -x -a "(__fish_complete_directories)" -d 'below DIR, made if missing'
complete -c snapctl -n "__fish_seen_subcommand_from restore" -l delete -d 'also remove what the snapshot does not have'
complete -c snapctl -n "__fish_seen_subcommand_from restore" -l keep-newer -d 'leave files changed after the snapshot'
complete -c snapctl -n "__fish_seen_subcommand_from restore" -s n -l dry-run -d 'show only'
complete -c snapctl -n "__fish_seen_subcommand_from restore" -s y -l yes -d 'do not ask'
complete -c snapctl -n "__snapctl_at restore 0 0" -F -k -a "(__snapctl_words references)"
complete -c snapctl -n "__snapctl_at restore 1 999" -F
complete -c snapctl -n "__snapctl_at export 0 0" -f -k -a "(__snapctl_words references)"
complete -c snapctl -n "__snapctl_at export 1 1" -F
complete -c snapctl -f -n "__snapctl_at export 2 999"
complete -c snapctl -n "__fish_seen_subcommand_from snapshot" -l label -x -d 'the snapshot\'s label'
complete -c snapctl -n "__fish_seen_subcommand_from snapshot" -l full -d 'compare everything, and read a sample of the files'
complete -c snapctl -f -n "__snapctl_at snapshot 0 999"
complete -c snapctl -n "__snapctl_at label 0 0" -f -k -a "(__snapctl_words references)"
complete -c snapctl -n "__snapctl_at label 1 1" -f
complete -c snapctl -f -n "__snapctl_at label 2 999"
complete -c snapctl -n "__snapctl_at pin 0 0" -f -k -a "(__snapctl_words references)"
complete -c snapctl -f -n "__snapctl_at pin 1 999"
complete -c snapctl -n "__snapctl_at unpin 0 0" -f -k -a "(__snapctl_words pinned)"
complete -c snapctl -f -n "__snapctl_at unpin 1 999"
complete -c snapctl -n "__snapctl_at delete 0 0" -f -k -a "(__snapctl_words references)"
complete -c snapctl -f -n "__snapctl_at delete 1 999"
complete -c snapctl -n "__snapctl_at undelete 0 0" -f -k -a "(__snapctl_words expired)"
complete -c snapctl -f -n "__snapctl_at undelete 1 999"
complete -c snapctl -f -n "__snapctl_at status 0 999"
complete -c snapctl -n "__fish_seen_subcommand_from events" -s f -l follow -d 'wait for more'
complete -c snapctl -n "__fish_seen_subcommand_from events" -l last -x -d 'only the N newest of the past'
complete -c snapctl -f -n "__snapctl_at events 0 999"
complete -c snapctl -n "__fish_seen_subcommand_from prune" -s n -l dry-run -d 'show only'
complete -c snapctl -f -n "__snapctl_at prune 0 999"
complete -c snapctl -f -n "__snapctl_at du 0 999"
complete -c snapctl -n "__fish_seen_subcommand_from sweep" -l now -d 'all at once, and pack smaller what is new, too'
complete -c snapctl -f -n "__snapctl_at sweep 0 999"
complete -c snapctl -n "__fish_seen_subcommand_from verify" -l read-data -d 'read and check every byte'
complete -c snapctl -n "__fish_seen_subcommand_from verify" -l sample -x -d 'with --read-data: a random part of all'
complete -c snapctl -n "__snapctl_at verify 0 0" -f -k -a "(__snapctl_words references)"
complete -c snapctl -f -n "__snapctl_at verify 1 999"
complete -c snapctl -n "__fish_seen_subcommand_from repair" -s n -l dry-run -d 'show only; ends with 1 if anything is damaged'
complete -c snapctl -f -n "__snapctl_at repair 0 999"
complete -c snapctl -f -n "__snapctl_at resume 0 999"
complete -c snapctl -f -n "__snapctl_at version 0 999"
complete -c snapctl -f -n "__snapctl_at help 0 0" -a "list show ls cat diff versions find restore export snapshot label pin unpin delete undelete status events prune du sweep verify repair resume version help ref exit json"
