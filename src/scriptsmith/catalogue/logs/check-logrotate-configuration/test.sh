#!/usr/bin/env bash
. "$HARNESS"

printf 'x\n' >good
printf 'x\n' >bad
printf 'x\n' >'miss ing'
printf 'x\n' >crash
stub logrotate <<'EOF'
[ "$1" = --debug ] && [ $# -eq 2 ] || { echo 'Usage: logrotate' >&2; exit 1; }
cp "$2" .stubs/.given
[ "$2" != /etc/logrotate.conf ] || [ ! -e night ] || { cat night; exit 1; }
echo "WARNING: logrotate in debug mode does nothing except printing debug messages!" >&2
case $2 in
  crash) echo 'logrotate: out of memory' >&2; exit 3 ;;
  bad) echo "error: $2:3 unknown option 'rotat' -- ignoring line" >&2 ;;
esac
cat >&2 <<OUT
reading config file $2
Reading state from file: /var/lib/logrotate/status
Handling 2 logs

rotating pattern: /var/log/app/*.log  weekly (4 rotations)
empty log files are not rotated, old logs are removed
considering log /var/log/app/a b.log
  Now: 2024-05-25 03:00
  Last rotated at 2024-05-01 00:00
  log needs rotating
considering log /var/log/app/c.log
  log does not need rotating (log is empty)

rotating pattern: /var/log/other  1048576 bytes (4 rotations)
OUT
case $2 in
  bad) exit 1 ;;
  miss*) echo 'error: stat of /var/log/other failed: No such file or directory' >&2; exit 1 ;;
esac
EOF

mkdir -p /var/lib/logrotate && touch -d '2026-01-02 03:04:05' /var/lib/logrotate.status && touch -d '2025-01-02' /var/lib/logrotate/status
run --config-file good
check 'when logrotate ran last is told' grep -q '^logrotate ran last: 2026-01-02 03:04:05' <<<"$out"
check 'a good configuration succeeds' test "$status" -eq 0
check 'what would be rotated is told' grep -qx 'would be rotated: /var/log/app/a b.log' <<<"$out"
check 'what would not is not' test -z "$(grep '^would.*c.log' <<<"$out")"
check 'they are counted' grep -qx '2 patterns, 2 logs looked at, 1 would be rotated' <<<"$out"
check 'it says so' grep -qx 'in order: good' <<<"$out"
check 'logrotate only tells' test "$(calls '^logrotate')" = 'logrotate --debug good'
check 'why another would not is told' grep -qx 'not now: /var/log/app/c.log (log is empty)' <<<"$out"
# As on a full disk, and by Bash before 5.1: each text that is redirected needs a file.
noroom=$( (trap '' XFSZ; ulimit -f 0; bash -O compat44 "$SCRIPT" --config-file bad </dev/null 2>/dev/null) | cat)
run --config-file bad
check 'without room for a file the same is told' test "$noroom" = "$out"
check 'an error is a failure' test "$status" -eq 1
check 'with its line' grep -q "^error: bad:3 unknown option 'rotat'" <<<"$out"
check 'it is not called in order' test -z "$(grep '^in order' <<<"$out")"
run --config-file 'miss ing'
check 'a log that does not exist is told' bash -c '[ "$1" -eq 1 ] && grep -q "^no such log:.*/var/log/other" <<<"$2"' _ "$status" "$out"
run --config-file crash
check 'a logrotate that fails is a failure' bash -c '[ "$1" -eq 1 ] && grep -q "out of memory" <<<"$2"' _ "$status" "$err"
run --config-file nowhere
check 'a missing file is refused' test "$status" -eq 3
# A part of the configuration is checked under the global settings of the whole.
printf 'weekly\nsu root adm\ninclude /etc/logrotate.d\n"/var/log/some other" {\n  rotate 9\n}\n/var/log/btmp\n{\n  rotate 7\n}\n' >/etc/logrotate.conf
: >"$STUB_LOG"
run --config-file 'miss ing'
check 'the global settings come before it' test "$(head -n 2 .stubs/.given | tr '\n' ' ')" = 'weekly su root adm '
check 'then it is included' grep -qx "include $PWD/miss ing" .stubs/.given
check 'other logs and includes are left out' test -z "$(grep -E 'rotate [79]|var|logrotate.d' <<<"$(grep -v '^include /.*/miss ing$' .stubs/.given)")"
check 'what was made for that is gone' test ! -e "$(calls '^logrotate' | sed -n '$s/.* //p')"
check 'that the main one does not read it is told' test "$status:$(grep '^note' <<<"$out")" = '0:note: /etc/logrotate.conf does not read miss ing, so none of this happens at night'
printf 'reading config file %s\nerror: other:3 duplicate log entry for /var/log/app/c.log\nerror: other:9 duplicate log entry for /var/log/far.log\nerror: other:9 unknown option\n' good >night
run --config-file good
check 'a log that another file names too is an error' test "$status:$(grep '^error' <<<"$out"):$(grep -c '^in order' <<<"$out")" = '1:error: other:3 duplicate log entry for /var/log/app/c.log:0'
check 'a file that the main one reads needs no note' test -z "$(grep '^note' <<<"$out")"
sed -i 's/c.log/gone.log/' night; run --config-file good
check 'what is wrong with other logs is not asked for' test "$status:$(grep -c '^error' <<<"$out")" = 0:0
printf 'reading config file %s\n' "$PWD/good" >night; run --config-file good
check 'a file that is read by its path is read' test -z "$(grep '^note' <<<"$out")"
rm night
run
check 'the main one is checked as it is' test "$(calls '^logrotate' | tail -n 1)" = 'logrotate --debug /etc/logrotate.conf'
rm /etc/logrotate.conf
cp good ./-dash
run --config-file -dash
check 'a name with a leading dash is a file' test -n "$(calls '^logrotate --debug ./-dash$')"
run --config-file '$(touch pwned)'
check 'a hostile value runs nothing' test ! -e pwned
run --config-file
check 'a file must be named' test "$status" -eq 2
run --bogus
check 'an unknown option is wrong usage' test "$status" -eq 2
run --help
check 'help is given' grep -q '^Usage:' <<<"$out"
finish
