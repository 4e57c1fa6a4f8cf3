#!/usr/bin/env bash
# packages: util-linux python3
. "$HARNESS"
ran_on util-linux "$(dmesg --version | sed 's/.* //')"
mknod -m 600 /dev/kmsg c 1 11
mark=$RANDOM$RANDOM
say() { printf '<%s>test %s %s\n' "$1" "$mark" "$2" >/dev/kmsg; }
say 3 'an error' && say 4 'a warning' && say 6 'some information' && say 2 $'in red \033[31m'
python3 -c 'import ctypes; ctypes.string_at(0)' >/dev/null 2>&1 # the kernel tells of it
mine() { grep -F "test $mark" <<<"$out"; }
run --minutes 5
check 'it succeeds' test "$status" -eq 0
check 'a warning and what is worse is shown, milder ones are not' test "$(mine | sed 's/.*'"$mark"' //' | sed -n '1,2p' | paste -sd,) $(mine | wc -l)" = 'an error,a warning 3'
stamp=$(mine | sed -n '1s/^\([^ ]* [^ ]*\)  .*/\1/p')
check 'with a time that is now' bash -c 'n=$(($(date +%s) - $(date -d "$1" +%s))) && ((n > -60 && n < 120))' _ "$stamp"
check 'control characters do not reach the terminal' test -z "$(tr -d '\n' <<<"$out" | tr -cd '[:cntrl:]')"
run --minutes 5 --level err
check 'errors alone' test "$(mine | grep -c -e 'a warning' -e information)" -eq 0
check 'a segmentation fault is counted, whatever its level' grep -q '^look at: [1-9][0-9]* x segfault' <<<"$out"
check 'with the errors' grep -q "test $mark an error" <<<"$out"
run --minutes 5 --level info
check 'information when it is asked for' grep -q "test $mark some information" <<<"$out"
check 'a segmentation fault is pointed out' grep -q '^look at: [1-9][0-9]* x segfault' <<<"$out"
run --minutes 0 --level debug
check 'since boot it is all that dmesg has' test "$(grep -c '^20..-..-.. ..:..:..  ' <<<"$out")" -ge "$(dmesg | head -n -20 | grep -c '^\[')"
run --minutes 0 --level err
check 'as many as dmesg has' bash -c '[ "$1" -ge 2 ] && [ "$1" -ge "$(($2 - 5))" ] && [ "$1" -le "$(($2 + 5))" ]' _ "$(grep -c '^20..-' <<<"$out")" "$(dmesg --level emerg,alert,crit,err | grep -c '^\[')"
useradd guest
check 'without the right to read it is refused, unless everybody may' bash -c 'su guest -s /bin/bash -c "bash $SCRIPT" >/dev/null 2>&1; s=$?; [ "$s" -eq 3 ] || [ "$(cat /proc/sys/kernel/dmesg_restrict)" = 0 ]'
finish
