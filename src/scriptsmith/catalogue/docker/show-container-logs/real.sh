#!/usr/bin/env bash
. "$HARNESS"
use docker

docker run --name talks busybox:1 sh -c 'echo one; echo two; echo wrong >&2; printf "\033[31mred\n"' >/dev/null 2>&1
docker run --name mute --log-driver none busybox:1 echo x >/dev/null
run --container talks
check 'both streams are shown' test "$(grep -cE ' (one|two|wrong)$' <<<"$out")" -eq 3
check 'with time stamps' grep -qE '^20[0-9-]+T[0-9:.]+Z two$' <<<"$out"
check 'without control characters' test -z "$(grep $'\033' <<<"$out")"
check 'and the number of lines' grep -q '^4 lines; container talks is exited' <<<"$err"
run --container talks --lines 1
check 'only the last' test "$(wc -l <<<"$out")" -eq 1 -a -n "$out"
check 'that there are more is told' grep -q '^1 lines, and there may be more (--lines);' <<<"$err"
docker run --tty --name terminal busybox:1 sh -c 'echo one; echo two' >/dev/null
run --container terminal
check 'the lines of one with a terminal are clean' test "$(sed 's/^[^ ]* //' <<<"$out" | paste -sd ' ')" = 'one two'
run --container mute
check 'one whose logs are not kept is refused' test "$status" -eq 3
run --container absent
check 'one that is not there is refused' test "$status" -eq 3
finish
