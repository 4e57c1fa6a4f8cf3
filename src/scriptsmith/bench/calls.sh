# shellcheck shell=bash
# The first command in the box of a scenario: lays the fixture, prepares the situation, and calls the script.
#
# Reads fields that end with NUL from standard input: a nonce, the working folder, the uid of the script, the programs
# that the case needs (words), the program that lays the fixture, `prepare`, and then for each call the number of its
# arguments and these. The script and what it reads, /bench/script.sh and /bench/seen/stdin, lie there already.
#
# Writes records of three NUL-ended fields to standard output: the nonce, a name, a text. `problem` says why the script
# was not called; `began` stands before the first call; then come the `status` of each call and `output`, the beginning
# of what the first one printed. A record `output` that is not there means that the script has ended its caller.
set -u
mapfile -d '' -t field
nonce=${field[0]} workdir=${field[1]} uid=${field[2]}

tell() { printf '%s\0' "$nonce" "$1" "$2"; }

look_into() { # FILE: leaves its first characters in $text
  text=''
  IFS= read -r -d '' -n 1000 text <"$1"
}

give_up() {
  tell problem "$1"
  exit 3
}

do_first() { # WHAT PROGRAM: runs the program in a shell of its own, up to the first command that fails
  (
    set +u -e
    eval "$2"
  ) </dev/null >/bench/seen/first 2>&1
  local status=$?
  look_into /bench/seen/first
  ((status == 0)) || give_up "$1 ended with status $status: $text"
}

cd -- "$workdir" 2>/dev/null || give_up "there is no working folder $workdir"
for program in ${field[3]}; do
  command -v -- "$program" >/dev/null || give_up "the case needs $program, which is not installed here"
done
if [[ $workdir == /work ]]; then # a folder of that name on the host lends its owner and mode: root's own is meant
  [[ -O . ]] || chown 0:0 .
  ((uid == 0)) || chmod 0755 .
fi
[[ -z ${field[4]} ]] || do_first "laying the fixture" "${field[4]}"
[[ -z ${field[5]} ]] || do_first "prepare" "${field[5]}"
cd -- "$workdir" 2>/dev/null || give_up "prepare has left no working folder"

as=()
if ((uid)); then
  as=(setpriv "--reuid=$uid" "--regid=$uid" --clear-groups --)
  why=$("${as[@]}" true 2>&1) || give_up "the script cannot run as uid $uid here: $why"
  chmod 0666 "$BENCH_CALLS"
fi

tell began ''
set -m # each call has a process group of its own: a script that signals its group does not reach this shell
for ((at = 6, call = 1; at < ${#field[@]}; at += field[at] + 1, call++)); do
  "${as[@]}" bash /bench/script.sh "${field[@]:at+1:field[at]}" \
    </bench/seen/stdin >"/bench/seen/out$call" 2>"/bench/seen/err$call"
  tell status $?
done
look_into /bench/seen/out1
tell output "$text"
