# What the shell of a session does in addition to an ordinary one: it says when a command begins and how it ended,
# and it knows `done`, `abandon`, `instruction`, `clock` and `tools`. Read by bash before its first prompt.

__headwater_secret=$HEADWATER_SECRET __headwater_config=$HEADWATER_CONFIG __headwater_python=$HEADWATER_PYTHON
__headwater_terminal=${HEADWATER_TERMINAL-}
unset HEADWATER_SECRET HEADWATER_CONFIG HEADWATER_PYTHON HEADWATER_TERMINAL
__headwater_deadline=$DEADLINE
__headwater_until=$(date -d "$DEADLINE" +%s)
__headwater_number=

HISTCONTROL= HISTIGNORE= HISTTIMEFORMAT= HISTSIZE=100000
unset HISTFILE
shopt -s lithist checkwinsize
set +o histexpand

__headwater_say() { printf '\e]7001;%s;%s;%s\a' "$__headwater_secret" "$1" "$2"; }

# The last line that was entered: its number in the history, and its text.
__headwater_entered() {
    text=$(HISTTIMEFORMAT= builtin history 1)
    text=${text#"${text%%[! ]*}"}
    number=${text%%[!0-9]*}
    text=${text:${#number}+2}
}

__headwater_began() {
    local number text
    __headwater_entered
    [[ $number != "$__headwater_number" ]] || text=''  # the person has switched the history off
    __headwater_say began "$(printf %s "$text" | /usr/bin/base64 -w0)"
}

__headwater_prompted() {
    local status=$? number text
    __headwater_say ended "$status" >&2
    __headwater_entered
    [[ $number != "$__headwater_number" ]] || return 0
    __headwater_number=$number
    # `done` is a word of the shell's grammar, and so no command can have the name: the shell has refused the line.
    [[ $text =~ ^[[:space:]]*done[[:space:]]*$ ]] && __headwater_done
}

__headwater_asks() {
    local answer
    while read -rs -t 0.05 -n 4096 answer; do :; done  # what was typed or pasted before is no answer
    read -r -n 1 -p "$1 [y/N] " answer
    echo
    [[ $answer == [yY] ]]
}

PS0='$(__headwater_began)'
PROMPT_COMMAND=__headwater_prompted

# Calls a function of a module of the session's program, with texts.
__headwater_call() {
    "$__headwater_python" -I -c 'import importlib, sys
sys.path.insert(0, "/opt/agent")
module, function, *arguments = sys.argv[1:]
sys.exit(getattr(importlib.import_module(module), function)(*arguments))' "$@"
}
tools() { __headwater_call shell.tools main "$__headwater_config" "$@"; }

if [[ -z $__headwater_terminal ]]; then  # commands from a file
    PS1='' PS2=''
    __headwater_done() { __headwater_say done; builtin exit 0; }
    return 0
fi

IGNOREEOF=1000
PS1='\[\e[2m\]$(__headwater_left)\[\e[0m\] \w\$ '
alias ls='ls --color=auto'

__headwater_left() {
    local seconds=$((__headwater_until - EPOCHSECONDS))
    if ((seconds >= 120)); then echo "$(((seconds + 30) / 60)) min"; else echo "$((seconds > 0 ? seconds : 0)) s"; fi
}

__headwater_done() {
    [[ ${1-} == asked ]] || printf '\e[A\e[2K'  # the shell's complaint about `done`
    __headwater_asks 'End the trial and have it graded?' || return 0
    __headwater_say done
    builtin exit 0
}

__headwater_show() {
    DEADLINE=$__headwater_deadline __headwater_call shell.session show "$__headwater_config" "$1" "$COLUMNS"
}
instruction() { __headwater_show instruction; }
clock() { __headwater_show clock; }
abandon() {
    __headwater_asks 'Abandon the trial? It will not be graded.' || return 0
    __headwater_say abandon
    builtin exit 0
}
exit() {
    if ((BASH_SUBSHELL)); then builtin exit "$@"; fi
    __headwater_done asked
}
