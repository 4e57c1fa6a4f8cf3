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
check 'no crontab at all is none in the words of BusyBox, too' test "$status:$(grep -c 'has no job with the command: /opt/none' <<<"$err")" = 3:1
rm -f tab.*
ABSENT="crontab: can't open '/etc/crontabs/ops': Permission denied" run --command /opt/none
check 'other words are a failure' test "$status" -eq 3 -a -n "$(grep 'cannot read the crontab' <<<"$err")"
rm -f tab.*

echo '-*/5 * * * * /opt/quiet' >tab.ops
run --command /opt/quiet
check 'a job that a minus keeps from the log is one' test "$status:$(cat tab.ops)" = "0:"'#DISABLED# -*/5 * * * * /opt/quiet'
rm tab.ops "$TMPDIR"/crontab.* 2>/dev/null
cat >tab.ops <<'EOF'
# run /opt/job daily
MAILTO=root
*/5 * * * * /opt/job --all; touch pwned
@daily   /opt/job --all; touch pwned 
0 1 * * * /opt/job --all; touch pwned --more
#0 2 * * * /opt/job --all; touch pwned
EOF
cp tab.ops before
sed -e 's/^[*@]/#DISABLED# &/' before >expected

run --command '/opt/job --all; touch pwned' --dry-run
check 'a dry run succeeds' test "$status" -eq 0
check 'a dry run changes nothing' cmp before tab.ops
check 'a dry run shows both lines' test "$(grep -c '^would disable: ' <<<"$out")" -eq 2

run --command '/opt/job'
check 'a part of a command matches nothing' cmp before tab.ops
check 'and is refused, as it may be misspelt' test "$status" -eq 3
check 'what holds it is told' grep -q 'no job with the command: /opt/job; another command holds it: \*/5' <<<"$err"
run --command '.*'
check 'a pattern matches nothing' test "$status" -eq 3

run --command '/opt/job --all; touch pwned'
check 'it succeeds' test "$status" -eq 0
check 'just the jobs with that command are commented out' cmp expected tab.ops
check 'they are counted' grep -q '^disabled 2 in' <<<"$out"
check 'the crontab before is kept' cmp before crontab.ops.??????
check 'the command is not run' test ! -e pwned
check 'a longer command that is left is told' grep -qxF 'note: left as it is, another command holds it: 0 1 * * * /opt/job --all; touch pwned --more' <<<"$out"

run --command '/opt/job --all; touch pwned'
check 'a second run succeeds' test "$status" -eq 0
check 'a second run says that it is disabled' grep -q '^disabled already: 3' <<<"$out"
check 'a second run changes nothing' cmp expected tab.ops
check 'without the mark it is as before' cmp before <(sed 's/^#DISABLED# //' tab.ops)

echo '#0 2 * * * /opt/once' >>tab.ops
run --command /opt/once
check 'one that is disabled by hand is enough' test "$status:$out" = '0:disabled already: 1 in the crontab of ops'
check 'of a job without a mark nothing is said' test -z "$err"
echo '5 * * * * /opt/once >/dev/null 2>&1' >>tab.ops
run --command /opt/once
check 'that one which runs the same goes on is told' test "$status:$out" = '0:disabled already: 1 in the crontab of ops; another command holds it: 5 * * * * /opt/once >/dev/null 2>&1'
printf '# Puppet Name: other\n@daily /opt/other\n#Ansible: nightly\n0 3 * * * /opt/night\n' >tab.ops; cp tab.ops marked
run --command /opt/night --dry-run
check 'a dry run tells that Ansible keeps it' test "$status:$err" = '0:warning: Ansible keeps this job and enables it again at its next run, disable it there too'
run --command /opt/night
check 'who keeps the job is told' test "$status:$err" = '0:warning: Ansible keeps this job and enables it again at its next run, disable it there too'
check 'the mark stays above it' cmp tab.ops <(sed '4s/^/#DISABLED# /' marked)
rm tab.ops
run --command /opt/job
check 'without a crontab it is refused' test "$status" -eq 3
printf '@reboot /opt/app' >tab.app
run --command /opt/app --user app
check 'another user is refused without root' test "$status" -eq 3
: >now-root
run --command /opt/app --user app
check 'root disables the job of another user' grep -Fxq '#DISABLED# @reboot /opt/app' tab.app
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
check 'a crontab that cannot be read is refused, and why is told' test "$status:$err" = '3:disable-cron-job: cannot read the crontab of ops: You (ops) are not allowed to use this program (crontab)'
stub crontab <<<'[ "$1" = -l ] && cat tab.ops'
run --command /opt/only
check 'a crontab that is not taken is a failure' test "$status" -eq 1

mkdir few
ln -s "$(type -P bash)" "$(type -P cat)" few
PATH=$PWD/few run --command /opt/x
check 'a missing crontab program is refused' test "$status" -eq 3
run --command /opt/x --user '$(touch pwned)'
check 'a hostile user is refused' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
finish
