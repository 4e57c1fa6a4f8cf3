#!/usr/bin/env bash
. "$HARNESS"

mkdir -p sudoers.d
printf 'ana ALL=(ALL) ALL\n' >'sudoers.d/my rules'
cp 'sudoers.d/my rules' sudoers.d/rules.bak
cp 'sudoers.d/my rules' sudoers.d/open
printf 'ana ALLL\n' >bad
chmod 440 sudoers.d/*
chmod 666 sudoers.d/open
stub visudo <<'EOF'
[ "$1" = -c ] || exit 1
if [ $# -eq 1 ]; then echo '/etc/sudoers: parsed OK'; exit; fi
[ "$2" = -f ] && [ $# -eq 3 ] || exit 1
if grep -q ALLL -- "$3"; then printf '%s:1:9: syntax error\nana ALLL\n        ^\n' "$3" >&2; exit 1; fi
echo "$3: parsed OK"
EOF

run --file 'sudoers.d/my rules'
check 'a good file succeeds' test "$status" -eq 0
check 'it says so' grep -qx 'in order: sudoers.d/my rules' <<<"$out"
check 'and that the syntax lets nobody in' grep -qx 'note: that is the syntax; whom the rules in place let in, sudo -l -U NAME tells' <<<"$out"
check 'visudo only checks' test "$(calls '^visudo')" = 'visudo -c -f sudoers.d/my rules'
check 'that it was checked by itself is told' grep -q 'was checked by itself; an alias that another file defines too' <<<"$err"
run --file bad
check 'a fault is a failure' test "$status" -eq 1
check 'with its line' grep -q '^bad:1:9: syntax error' <<<"$out"
check 'it is not called in order' test -z "$(grep 'in order:' <<<"$out")"
run --file sudoers.d/rules.bak
check 'a name that sudo ignores is pointed out' grep -q 'sudo ignores /.*/sudoers.d/rules.bak: the name' <<<"$err"
run --file sudoers.d/open
check 'a file that others may write is a failure' test "$status" -eq 1
stub stat <<<'case $3 in %u) echo 0 ;; *) echo "$(cat mode)" ;; esac'
for mode in '464 1000' '446 0'; do
  echo "$mode" >mode
  run --file 'sudoers.d/my rules'
  check "what others may write is a failure: $mode" test "$status:$(grep -c 'writable by others' <<<"$err")" = 1:1
done
echo '464 0' >mode
run --file 'sudoers.d/my rules'
check 'the group of root may write' test "$status" -eq 0
stub stat <<<'if [ "$3" = %u ]; then echo 1000; else echo 440 0; fi'
run --file 'sudoers.d/my rules'
check 'a file that belongs to somebody else is a failure' test "$status" -eq 1
rm .stubs/stat
cp 'sudoers.d/my rules' elsewhere; chmod 666 elsewhere; ln -s ../elsewhere sudoers.d/link
run --file sudoers.d/link
check 'a link counts by its place, and by the mode of what it leads to' test "$status:$(grep -c 'writable by others' <<<"$err")" = 1:1
chmod 440 elsewhere
run --file sudoers.d/link
check 'not by its own mode' test "$status" -eq 0
run --file nowhere
check 'a missing file is refused' test "$status" -eq 3
cp bad ./-dash
run --file -dash
check 'a name with a leading dash is a file' test -n "$(calls '^visudo -c -f ./-dash$')"
run --file '$(touch pwned)'
check 'a hostile value runs nothing' test ! -e pwned
run --file
check 'a file must be named' test "$status" -eq 2
run --bogus
check 'an unknown option is wrong usage' test "$status" -eq 2
run --help
check 'help is given' grep -q '^Usage:' <<<"$out"
finish
