#!/usr/bin/env bash
. "$HARNESS"

mkdir -p proc/77 proc/78
printf 'PATH=/bin\0SECRET_TOKEN=hush=hush\0EMPTY=\0A_FIRST=multi\nline\0' >proc/77/environ
run --proc-root proc --pid 77
check 'it succeeds' test "$status" -eq 0
check 'names are listed and sorted' test "$(sed -n 1p <<<"$out")" = A_FIRST
check 'a secret is named' grep -qx SECRET_TOKEN <<<"$out"
check 'its value is not shown' test "$(grep -c hush <<<"$out$err")" -eq 0
check 'nor a part after a line break' test "$(grep -c '^line' <<<"$out")" -eq 0
check 'an empty value is told' grep -qx 'EMPTY (empty)' <<<"$out"
check 'they are counted' grep -qx '4 variables in process 77 at its start; what it has set itself since (from a .env file) is not seen' <<<"$out"
run --proc-root proc --pid 77 --dry-run
check 'a dry run reads nothing' bash -c '[ "$1" = 0 ] && ! grep -q PATH <<<"$2" && grep -q "^would list" <<<"$2"' _ "$status" "$out"
printf 'nginx: worker process\0\0\0\0X=1\0' >proc/77/environ
run --proc-root proc --pid 77
check 'overwritten memory is not printed' test "$(grep -c nginx <<<"$out")" -eq 0
check 'but pointed out' grep -q '^note: 4 entries are not shown, as they may hold values: where the program has written other text or zeros over' <<<"$out"
printf 'ONE=1\0ProgramFiles(x86)=hush\0' >proc/77/environ
run --proc-root proc --pid 77
check 'an unusual name is not told as memory that was overwritten' grep -q '^note: 1 entries are not shown, .*; otherwise they have names with a digit in front, a slash, brackets' <<<"$out"
printf '\0\0\0\0' >proc/77/environ
run --proc-root proc --pid 77
check 'zeros over all of it are no empty environment' grep -q '^note: 4 entries are not shown, .* the program has written other text or zeros over' <<<"$out"
printf 'PATH=/bin\0' >proc/77/environ
run --proc-root proc --pid 77
check 'an environment as it was needs no note' test "$out" = $'PATH\n1 variables in process 77 at its start; what it has set itself since (from a .env file) is not seen'
: >proc/78/environ
run --proc-root proc --pid 78
check 'an empty environment is no failure' bash -c '[ "$1" = 0 ] && [ "$2" = "0 variables in process 78 at its start; what it has set itself since (from a .env file) is not seen" ]' _ "$status" "$(sed -n 1p <<<"$out")"
check 'why there may be none is told' grep -q '^note: a kernel thread' <<<"$out"
run --pid $$
check 'it works on a real process' grep -qx PATH <<<"$out"
run --proc-root proc --pid 79
check 'where processes of others are hidden it is not said that there is none' bash -c '[ "$1" = 3 ] && grep -q "hides the processes of other users (hidepid), perhaps 79 too: run as root" <<<"$2" && ! grep -q "no process 79" <<<"$2"' _ "$status" "$err"
mkdir proc/1 && : >proc/1/stat
run --proc-root proc --pid 79
check 'a process that is not there is refused' test "$status" -eq 3
check 'and named' grep -q 'no process 79 is running' <<<"$err"
run --proc-root nowhere --pid 77
check 'so is a place without processes' grep -q 'no process file system at nowhere' <<<"$err"
mkdir -p proc/81
printf 'ONE=1\0' >proc/81/environ
run --proc-root proc --pid 81
check 'a single variable is listed' test "$out" = $'ONE\n1 variables in process 81 at its start; what it has set itself since (from a .env file) is not seen'
printf 'ONE=1\0LONELY\0' >proc/81/environ
run --proc-root proc --pid 81
check 'a word without a value is no variable' test "$(sed -n 1,2p <<<"$out")" = $'ONE\n1 variables in process 81 at its start; what it has set itself since (from a .env file) is not seen'
rm proc/78/environ
run --proc-root proc --pid 78
check 'one that cannot be read is refused' test "$status" -eq 3
run
check 'a process must be named' test "$status" -eq 2
run --pid '1; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
finish
