#!/usr/bin/env bash
. "$HARNESS"

mkdir -p cron.d
printf '# ok\nMAILTO=root\n\n*/5 0-6,22 1 jan-mar mon,WED\t/opt/x\n@daily /opt/y\n0 3 * * 7 date +\\%%F\n' >good
printf '60 3 * * * x\n1 2 3 4 x\n5-1 * * * * x\n* * * foo * x\n@sometimes x\n* * * * *\n*/0 * * * * x\n1,,2 * * * * $(touch pwned)\n0 0 * * * date +%%F' >'bad one'
printf '17 * * * * root run-parts\n' >cron.d/ok
printf '17 * * * * run-parts /etc/cron.hourly\n' >cron.d/nouser
stub getent <<'EOF'
[ "${*: -1}" = root ] || exit 2
EOF

run --file good
check 'a good file succeeds' test "$status" -eq 0
check 'its jobs are counted' grep -qx '3 jobs, 0 faults, 0 warnings (user form)' <<<"$out"
run --file 'bad one'
check 'faults are a failure' test "$status" -eq 1
check 'a value out of range is told' grep -qx 'line 1: minute: 60 lies outside of 0 to 59' <<<"$out"
check 'a missing time is told' grep -qx 'line 6: there is no command' <<<"$out"
check 'a range that runs backwards is told' grep -qx 'line 3: minute: 5 comes after 1' <<<"$out"
check 'an unknown month is told' grep -q "^line 4: month: 'foo' is not known" <<<"$out"
check 'an unknown word is told' grep -qx 'line 5: @sometimes is not known' <<<"$out"
check 'a step of nothing is told' grep -q '^line 7: minute: the step' <<<"$out"
check 'an empty part is told' grep -q '^line 8: minute .1,,2. is no list' <<<"$out"
check 'a bare % is a warning' grep -q '^line 9: warning: a bare %' <<<"$out"
check 'a missing line end is told' grep -q '^line 9: the last line has no line end' <<<"$out"
check 'nothing of it is run' test ! -e pwned
printf '5/10 * * * * x\n0 0 * * fri-sun x\n1-5-7 * * * * x\n0 0 * dec-jan * x\n' >odd
run --file odd
check 'a step without a range, a range of three and names that run backwards are told' test "$(grep -cE "^line [1-4]: .*(wants a range|fri comes after sun|'1-5-7' is no range|dec comes after jan)" <<<"$out")" -eq 4
printf '0 1 * * * root /opt/x\n0 2 * * * root -x\n0 3 * * * root\n0 4 * * * rooted /opt/x\n*/90 * * * * /opt/x\n0 */24 * * 1-5/8 /opt/x\n' >column
run --file column
check 'a user where none belongs is a fault' test "$status:$(grep -c 'the command begins with the user root' <<<"$out"):$(grep -c '^line 1:' <<<"$out")" = 1:1:1
check 'so is a step beyond the field' grep -qx "line 5: minute: the step '/90' is no number from 1 to 60" <<<"$out"
check 'and nothing else' grep -qx '6 jobs, 2 faults, 0 warnings (user form)' <<<"$out"
run --file column --form system
check 'in the system form it is none' test -z "$(grep '^line 1:' <<<"$out")"
run --file cron.d/ok
check 'the place tells the form' grep -q '(system form)$' <<<"$out"
check 'a user is in order there' test "$status" -eq 0
run --file cron.d/nouser
check 'a missing user is a fault' bash -c '[ "$1" -eq 1 ] && grep -q "no user run-parts" <<<"$2"' _ "$status" "$out"
cp cron.d/ok cron.d/old.rpmsave; cp cron.d/ok cron.d/back.up
run --file cron.d/old.rpmsave
check 'a name that every cron ignores is a fault' test "$status:$(grep -c '^the file: cron ignores files of this name: old.rpmsave$' <<<"$out")" = 1:1
run --file cron.d/back.up
check 'one that that of Debian ignores is told' grep -q '^the file: cron of Debian and Ubuntu ignores names .*: back.up$' <<<"$out"
cp cron.d/ok back.up
run --file back.up
check 'elsewhere a name does not matter' test "$(grep -c '^the file' <<<"$out")" -eq 0
ln -s ../elsewhere cron.d/link; cp cron.d/nouser elsewhere
run --file cron.d/link
check 'a link is judged by where it lies' bash -c '[ "$1" -eq 1 ] && grep -q "(system form)$" <<<"$2"' _ "$status" "$out"
ln -s cron.d/ok beside
run --file beside
check 'or by where it leads' bash -c '[ "$1" -eq 0 ] && grep -q "(system form)$" <<<"$2"' _ "$status" "$out"
printf '0 3 * * * x\r\n' >windows
run --file windows
check 'a file from Windows is told' grep -q 'carriage return' <<<"$out"
run --file nowhere
check 'a missing file is refused' test "$status" -eq 3
run --file good --form 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --file good --form '$(touch pwned)'
check 'a hostile value runs nothing' test ! -e pwned
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" --file good >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
