#!/usr/bin/env bash
. "$HARNESS"

# equivalent mutant 9497b01e: of a step it is only asked whether there is one, with its slash or without
# equivalent mutant 46845c4b: what a here-string holds is not split, with quotes or without

# The crontab of each user is a file tab.USER here; `id` says ops, or root once now-root is there.
stub crontab <<'EOF'
user=ops
[ -e now-root ] && user=root
if [ "$1" = -u ]; then user=$2; shift 2; fi
if [ "$1" = -l ]; then
  [ -e "tab.$user" ] || { echo "${ABSENT:-no crontab for $user}" >&2; exit 1; }
  cat "tab.$user"
else
  cat -- "$1" >"tab.$user"
fi
EOF
stub id <<'EOF'
case "$*" in
  -un) if [ -e now-root ]; then echo root; else echo ops; fi ;;
  -u) if [ -e now-root ]; then echo 0; else echo 1000; fi ;;
  *ghost) exit 1 ;;
  *) echo 1001 ;;
esac
EOF
ABSENT="crontab: can't open 'ops': No such file or directory" run --schedule @daily --command /opt/x --dry-run
check 'no crontab at all is none in the words of BusyBox, too' test "$status:$(grep -c '^would add to the crontab' <<<"$out")" = 0:1
rm -f tab.*
ABSENT="crontab: can't open '/etc/crontabs/ops': Permission denied" run --schedule @daily --command /opt/x
check 'other words are a failure' test "$status" -eq 3 -a -n "$(grep 'cannot read the crontab' <<<"$err")"
rm -f tab.*

stub getent <<'EOF'
[ "$1 $2" = 'shadow --' ] && [ -e "shadow.$3" ] || exit 2
cat "shadow.$3"
EOF

printf 'MAILTO=root\n0 1 * * * /opt/other' >tab.ops
cp tab.ops before

run --schedule '*/5 * * * *' --command '/opt/a b; touch pwned' --dry-run
check 'a dry run succeeds' test "$status" -eq 0
check 'a dry run changes nothing' cmp before tab.ops
check 'a dry run shows the line' grep -Fq ': */5 * * * * /opt/a b; touch pwned' <<<"$out"

run --schedule '*/5 * * * *' --command '/opt/a b; touch pwned'
check 'it succeeds' test "$status" -eq 0
check 'the job is there' grep -Fxq '*/5 * * * * /opt/a b; touch pwned' tab.ops
check 'the last line before stays whole' grep -Fxq '0 1 * * * /opt/other' tab.ops
check 'nothing else is added' test "$(wc -l <tab.ops)" -eq 3
check 'the crontab before is kept' cmp before crontab.ops.??????
check 'how to load it is told' grep -qE "^the crontab before is kept in .*; undo, while nothing else was changed: crontab .*/crontab\.ops\.[^ ]*$" <<<"$out"
check 'that cron finds no such program is told' grep -qx 'note: cron, whose PATH is /usr/bin:/bin, finds no program /opt/a to run' <<<"$err"
check 'of days nothing is told' test "$(grep -c 'days of the month' <<<"$err")" -eq 0
check 'the command is not run' test ! -e pwned

for each in 'cat x' /bin/cat 'cd / && x' 'A=b x' '(x)'; do
  run --schedule @daily --command "$each" --dry-run
  check "of one that it may find nothing is told: $each" test "$status:$(grep -c 'finds no' <<<"$err")" = 0:0
done
cp tab.ops with
run --schedule '*/5  * * * *' --command ' /opt/a b; touch pwned '
check 'a second run succeeds' test "$status" -eq 0
check 'a second run says that it is there' grep -q '^there already' <<<"$out"
check 'a second run changes nothing' cmp with tab.ops
check 'and is told what keeps it from running, too' grep -qx 'note: cron, whose PATH is /usr/bin:/bin, finds no program /opt/a to run' <<<"$err"
printf 'PATH=/opt/bin:/bin\n#SHELL=x\nCRON_TZ = Asia/Tokyo\n' >>tab.ops
run --schedule @daily --command no-such-program --dry-run
check 'what the crontab sets for all its jobs is told' grep -qx 'note: what the crontab sets holds for this job, too: PATH=/opt/bin:/bin CRON_TZ = Asia/Tokyo' <<<"$err"
check 'and where that is the PATH no other one is looked in' test "$(grep -c 'finds no' <<<"$err")" = 0
cp with tab.ops
today=$(($(date +%s) / 86400))
for each in "0::99999:7::" "$((today - 91))::90:7::" "$((today - 9)):::::$today" ":::::$((today - 1))"; do
  IFS=: read -r changed least most warn _ end <<<"$each"
  printf 'ops:*:%s:%s:%s:%s::%s:\n' "$changed" "$least" "$most" "$warn" "$end" >shadow.ops
  run --schedule @daily --command 'cat x' --dry-run
  check "an account that has expired is told: $each" test "$status:$(grep -c '^note: the account ops or its password has expired' <<<"$err")" = 0:1
done
for each in "$((today - 90))::90:7::" "1::99999:7::$((today + 1))" "1:::::" ":::::"; do
  IFS=: read -r changed least most warn _ end <<<"$each"
  printf 'ops:*:%s:%s:%s:%s::%s:\n' "$changed" "$least" "$most" "$warn" "$end" >shadow.ops
  run --schedule @daily --command 'cat x' --dry-run
  check "one that has not is not: $each" test "$status:$(grep -c 'has expired' <<<"$err")" = 0:0
done
rm shadow.ops
run --schedule '@daily' --command '/opt/a b; touch pwned'
check 'another schedule for the same command is refused' test "$status" -eq 3
check 'and changes nothing' cmp with tab.ops

run --schedule '@daily' --command /opt/c
check 'nor does a whole line before get an empty one behind it' test "$(wc -l <tab.ops):$(tail -n 1 tab.ops)" = '4:@daily /opt/c'
rm tab.ops
run --schedule '0,30 2-4/2 1 Jan-mar mon-fri' --command '-x \%'
check 'that a day and a weekday are joined by or is told' grep -qx 'note: cron runs it on each of the days of the month 1, and on each of the weekdays mon-fri as well' <<<"$err"
check 'without a crontab one is made' grep -Fxq -- '0,30 2-4/2 1 Jan-mar mon-fri -x \%' tab.ops
: >now-root
run --schedule @reboot --command /opt/start --user app
check 'and undoes it there, not in his own' grep -qE '; undo, while nothing else was changed: crontab -u app .*/crontab\.app\.' <<<"$out"
check 'root adds to the crontab of another user' grep -Fxq '@reboot /opt/start' tab.app
run --schedule @reboot --command /opt/start --user ghost
check 'but not of one who does not exist' test "$status" -eq 3 -a ! -e tab.ghost
rm now-root

cp tab.ops with
for bad in '' '* * * *' '60 * * * *' '* 24 * * *' '* * 0 * *' '* * * foo *' '* * * * 8' '*/0 * * * *' '1, * * * *' '*/90 * * * *' '* */25 * * *' '0-59/61 * * * *' \
  '50-10 * * * *' '* * * nov-feb *' '* * * * fri-sun' '5/10 * * * *' '@often' '*-5 * * * *' '* * * * * *' '* * * * *; touch pwned' $'* * * * *\n'; do
  run --schedule "$bad" --command /opt/x
  check "the schedule '$bad' is refused" test "$status" -eq 2
done
run --schedule @daily
check 'a command is needed' test "$status" -eq 2
run --schedule @daily --command 'date +%F'
check 'a bare percent sign is refused' test "$status" -eq 2
run --schedule @daily --command $'one\n* * * * * two'
check 'a second line is refused' test "$status" -eq 2
run --schedule @daily --command /opt/x --user app
check 'another user is refused without root' test "$status" -eq 3
check 'none of them changed the crontab' cmp with tab.ops

stub mktemp <<<'[ "$1" = -d ] || { echo "mktemp: failed to create file via template: No space left on device" >&2; exit 1; }; PATH=/usr/bin:/bin exec mktemp "$@"'
run --schedule @daily --command /opt/x
check 'without room for the crontab before nothing is added' test "$status" -eq 3
check 'and nothing is changed' cmp with tab.ops
rm .stubs/mktemp
stub crontab <<<'printf "You (ops) are not allowed to use this program (crontab)\nSee crontab(1) for more information\n" >&2; exit 1'
run --schedule @daily --command /opt/x
check 'a crontab that cannot be read is refused, and why is told' test "$status:$err" = '3:add-cron-job: cannot read the crontab of ops: You (ops) are not allowed to use this program (crontab)'
stub crontab <<<'[ "$1" = -l ] || exit 1'
run --schedule @daily --command /opt/x
check 'a crontab that is not taken is a failure' test "$status" -eq 1
stub crontab <<<':'
run --schedule @daily --command /opt/x
check 'a job that does not appear is a failure' test "$status" -eq 1

mkdir few
ln -s "$(type -P bash)" "$(type -P cat)" few
PATH=$PWD/few run --schedule @daily --command /opt/x
check 'a missing crontab program is refused' test "$status" -eq 3
run --schedule @daily --command /opt/x --user '$(touch pwned)'
check 'a hostile user is refused' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
finish
