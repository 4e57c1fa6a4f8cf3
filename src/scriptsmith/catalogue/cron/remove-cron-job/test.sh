#!/usr/bin/env bash
. "$HARNESS"

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
ABSENT="crontab: can't open 'ops': No such file or directory" run --command /opt/none
check 'no crontab at all is none in the words of BusyBox, too' test "$status:$(grep -c '^nothing to remove' <<<"$out")" = 0:1
rm -f tab.*
ABSENT="crontab: can't open '/etc/crontabs/ops': Permission denied" run --command /opt/none
check 'other words are a failure' test "$status" -eq 3 -a -n "$(grep 'cannot read the crontab' <<<"$err")"
rm -f tab.*

echo '-*/5 * * * * /opt/quiet' >tab.ops
run --command /opt/quiet
check 'a job that a minus keeps from the log is one' test "$status:$(cat tab.ops)" = "0:"''
rm tab.ops "$TMPDIR"/crontab.* 2>/dev/null
cat >tab.ops <<'EOF'
# run /opt/job daily
MAILTO=root
*/5 * * * * /opt/job --all; touch pwned
@daily   /opt/job --all; touch pwned 
0 1 * * * /opt/job --all; touch pwned --more
#DISABLED# 0 2 * * * /opt/job --all; touch pwned
EOF
cp tab.ops before
grep -v -e '^\*' -e '^@' before >expected

run --command '/opt/job --all; touch pwned' --dry-run
check 'a dry run succeeds' test "$status" -eq 0
check 'a dry run changes nothing' cmp before tab.ops
check 'a dry run shows both lines' test "$(grep -c '^would remove: ' <<<"$out")" -eq 2

run --command '/opt/job'
check 'a part of a command matches nothing' cmp before tab.ops
check 'and that is a success' test "$status" -eq 0
check 'what holds it is told' grep -q '^nothing to remove: user ops has no job with the command /opt/job; another command holds it: \*/5' <<<"$out"
check 'but no comment' test -z "$(grep 'run /opt/job daily' <<<"$out")"
printf '0 3 * * * /opt/quiet >/dev/null 2>&1\n' >>tab.ops; cp tab.ops with
run --command /opt/quiet
check 'the same with its output thrown away is no success' test "$status:$(cmp with tab.ops 2>&1)" = 3:
check 'and what to name is told' grep -qF 'it stands in a longer one, name that: /opt/quiet >/dev/null 2>&1' <<<"$err"
cp before tab.ops
run --command '/opt/none  --all'
check 'what was not found is told as it was named' test "$out" = 'nothing to remove: user ops has no job with the command /opt/none  --all'
run --command '.*'
check 'a pattern matches nothing' cmp before tab.ops

run --command '/opt/job --all; touch pwned'
check 'it succeeds' test "$status" -eq 0
check 'just the jobs with that command are removed' cmp expected tab.ops
check 'they are counted' grep -q '^removed 2 from' <<<"$out"
check 'the crontab before is kept' cmp before crontab.ops.??????
check 'the command is not run' test ! -e pwned
check 'a longer command that is left is told' grep -qxF 'note: left as it is, another command holds it: 0 1 * * * /opt/job --all; touch pwned --more' <<<"$out"

run --command '/opt/job --all; touch pwned'
check 'a second run succeeds' test "$status" -eq 0
check 'a second run has nothing to do' grep -q '^nothing to remove' <<<"$out"
check 'a second run changes nothing' cmp expected tab.ops

printf '@reboot /opt/only' >tab.ops
run --command /opt/only
check 'the only job can be removed' test "$status" -eq 0
check 'and an empty crontab is left' test ! -s tab.ops
# Ansible takes the line below its mark for its job, whatever that is.
printf '#Ansible: nightly\n0 1 * * * /opt/nightly\n0 2 * * * /opt/other\n#Ansible: hourly\n\n# Puppet Name: p\n0 3 * * * /opt/p\n#Ansible: last' >tab.ops; cp tab.ops with
run --command /opt/nightly --dry-run
check 'who may put it back is told before' grep -qx 'note: Ansible made it and may put it back, remove it there too' <<<"$out"
check 'and that its mark would go' test "$(grep '^would remove' <<<"$out")" = $'would remove: #Ansible: nightly\nwould remove: 0 1 * * * /opt/nightly'
run --command /opt/nightly
check 'the mark above a job goes with it, and other marks stay' test "$status:$(<tab.ops)" = $'0:0 2 * * * /opt/other\n#Ansible: hourly\n\n# Puppet Name: p\n0 3 * * * /opt/p\n#Ansible: last'
check 'it was one job' grep -q '^removed 1 from' <<<"$out"
run --command /opt/p
check 'so does that of Puppet' bash -c '[ "$1" = 0 ] && ! grep -q Puppet tab.ops && grep -q "^note: Puppet made it" <<<"$2"' _ "$status" "$out"
run --command /opt/other
check 'of a job without a mark nothing is said' test "$status:$(grep -c '^note' <<<"$out"):$(<tab.ops)" = $'0:0:#Ansible: hourly\n\n#Ansible: last'
rm tab.ops
run --command /opt/only
check 'without a crontab there is nothing to do' test "$status" -eq 0

printf '@reboot /opt/app\n' >tab.app
run --command /opt/app --user app
check 'another user is refused without root' test "$status" -eq 3
check 'and keeps the job' grep -q /opt/app tab.app
: >now-root
run --command /opt/app --user app
check 'root removes the job of another user' test ! -s tab.app
printf '@reboot /opt/app\n' >tab.ghost
run --command /opt/app --user ghost
check 'but not of one who does not exist' test "$status:$(<tab.ghost)" = '3:@reboot /opt/app'

run
check 'a command is needed' test "$status" -eq 2
run --command '  '
check 'a blank command is refused' test "$status" -eq 2
run --command $'one\ntwo'
check 'a second line is refused' test "$status" -eq 2
rm now-root
printf '@reboot /opt/only\n' >tab.ops; cp tab.ops with
stub mktemp <<<'[ "$1" = -d ] || { echo "mktemp: failed to create file via template: No space left on device" >&2; exit 1; }; PATH=/usr/bin:/bin exec mktemp "$@"'
run --command /opt/only
check 'without room for the crontab before it is refused' test "$status" -eq 3
check 'and stays as it was' cmp with tab.ops
rm .stubs/mktemp
stub crontab <<<'printf "You (ops) are not allowed to use this program (crontab)\nSee crontab(1) for more information\n" >&2; exit 1'
run --command /opt/only
check 'a crontab that cannot be read is refused, and why is told' test "$status:$err" = '3:remove-cron-job: cannot read the crontab of ops: You (ops) are not allowed to use this program (crontab)'
stub crontab <<<'[ "$1" = -l ] && cat tab.ops'
run --command /opt/only
check 'a crontab that is not taken is a failure' test "$status" -eq 1
check 'and that nothing was removed is told' grep -q 'nothing was removed$' <<<"$err"
stub crontab <<<'[ "$1" != -l ] || cat tab.ops' # it says nothing, and keeps what it had
run --command /opt/only
check 'one that is not as expected afterwards too' test "$status" -eq 1 -a -z "$(grep '^removed' <<<"$out")"

mkdir few
ln -s "$(type -P bash)" "$(type -P cat)" few
PATH=$PWD/few run --command /opt/x
check 'a missing crontab program is refused' test "$status" -eq 3
run --command /opt/x --user '$(touch pwned)'
check 'a hostile user is refused' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
finish
