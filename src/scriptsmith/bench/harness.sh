# shellcheck shell=bash
# The second command in the box of a scenario: runs a test on what a script has left, when no process of it lives.
#
#   given   STATUS1 STATUS2 …   the exit status of each call of the script; STATUS is that of the last
#           OUT1 ERR1 OUT2 …    files with what each call printed; OUT and ERR are those of the last
#           BENCH_CALLS         the file in which stubs note their calls
#           PWD                 the working folder of the case
#   offers  check "promise" COMMAND…     counts a check: it holds when the command ends with 0
#           check "promise" ! COMMAND…   it holds when the command runs and ends with another status
#           finish                       ends the test
#
# A test sources this as its first act, `. "$HARNESS"`. That file is empty in the box: what it offers is there already.
# A test that never reaches `finish`, or checks nothing, has not run.
#
# Reads fields that end with NUL from standard input: a nonce, the working folder, the test, and the status of each call.
# Writes records of four such fields to standard output: the nonce, `held`, `failed` or `finish`, the promise, and how it
# failed. Nothing else has the nonce, and the test's own output goes elsewhere: no text can pass for a result.
set -uo pipefail
mapfile -d '' -t bench_field
exec {bench_results}>&1 1>&2 </dev/null
bench_nonce=${bench_field[0]} bench_test=${bench_field[2]}
cd -- "${bench_field[1]}" || exit
for ((bench_call = 1; bench_call <= ${#bench_field[@]} - 3; bench_call++)); do
  STATUS=${bench_field[bench_call + 2]} OUT=/bench/seen/out$bench_call ERR=/bench/seen/err$bench_call
  export STATUS OUT ERR "STATUS$bench_call=$STATUS" "OUT$bench_call=$OUT" "ERR$bench_call=$ERR"
done
unset -v bench_field bench_call
export HARNESS=/dev/null

bench_tell() { printf '%s\0' "$bench_nonce" "$1" "$2" "$3" >&"$bench_results"; }

check() {
  local bench_promise=$1 bench_negated='' bench_command bench_status bench_said=''
  shift
  if [[ $1 == ! ]]; then
    bench_negated=1
    shift
  fi
  bench_command=${bench_negated:+! }$*
  "$@" >/dev/null 2>&1
  bench_status=$?
  if [[ -n $bench_negated ]]; then
    ((bench_status == 126 || bench_status == 127)) || bench_status=$((!bench_status))
  fi
  if ((bench_status == 0)); then
    bench_tell held "$bench_promise" ''
  else
    IFS= read -r -d '' -n 200 bench_said <"$ERR"
    bench_tell failed "$bench_promise" "${bench_command:0:300}"$'\n'"status $STATUS, stderr: $bench_said"
  fi
}

finish() {
  bench_tell finish '' ''
  exit 0
}

eval "$bench_test"
