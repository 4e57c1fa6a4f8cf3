#!/usr/bin/env bash
. "$HARNESS"

stub id <<<'cat .uid'
echo 0 >.uid
stub ps <<'EOF'
[ "$1 $2 $3 $4" = '-ww -o user=,lstart=,args= -p' ] || exit 1
echo 'nobody Sat May 25 03:00:00 2024 ./miner --pool x'
EOF
# The true processes are few here; where they claim to lie is played.
stub readlink <<'EOF'
[ ! -e .hidden ] || exit 1
case "$1" in
  /proc/1/exe) if [ -e .good ]; then echo /usr/lib/systemd/systemd; else cat .program; fi ;;
  */exe) if [ -e .loader ]; then echo /usr/lib64/ld-linux-x86-64.so.2; elif [ -e .shell ]; then echo /usr/bin/bash; else echo /usr/sbin/cron; fi ;;
  /proc/1/cwd) echo / ;;
  */cwd) if [ -e .shell ]; then echo /dev/shm; else echo /srv; fi ;;
esac
EOF
echo '/tmp/.X11/a miner' >.program

run
check 'a process in /tmp is a failure' test "$status" -eq 1
check 'it is listed' grep -qx 'process 1  runs from a temporary directory: /tmp/.X11/a miner' <<<"$out"
check 'with user, start and command' grep -q '^  nobody Sat May 25 .*--pool x$' <<<"$out"
check 'others are looked at and not listed' grep -Eqx '([2-9]|[1-9][0-9]+) processes looked at for programs below /tmp, /var/tmp, .*, 1 findings' <<<"$out"
echo '/var/tmp/x (deleted)' >.program
run
check 'a deleted file is told' grep -q 'temporary directory, and its file is deleted' <<<"$out"
echo '/memfd:kit (deleted)' >.program
run
check 'a program in memory is found' grep -q '^process 1  runs from memory alone' <<<"$out"
echo '/usr/bin/env (deleted)' >.program
run
check 'an upgraded program elsewhere is no finding' test "$status" -eq 0
check 'and is named' grep -qx 'replaced since it was started, as an upgrade does: /usr/bin/env, process 1' <<<"$out"
echo '/opt/x/miner (deleted)' >.program
run
check 'a program that is gone is a finding, wherever it lay' bash -c '[ "$1" -eq 1 ] && grep -qx "process 1  runs from a file that is deleted: /opt/x/miner (deleted)" <<<"$2"' _ "$status" "$out"
stub stat <<'EOF'
for each; do case $each in -* | :*) ;; */var/crash/) echo :1777: ;; */srv/shared/) echo :773: ;; *) echo :2755: ;; esac; done
EOF
for program in /var/crash/miner /var/crash/.x/y/miner /srv/shared/x; do
  echo "$program" >.program
  run
  check "one below a directory that everybody may write to is found: $program" test "$status:$(grep -cx "process 1  runs from below a directory that everybody may write to: $program" <<<"$out")" = 1:1
done
echo /var/lib/x/program >.program
run
check 'one in a directory of a group is not' test "$status:$(grep -c ', 0 findings$' <<<"$out")" = 0:1
rm .stubs/stat
printf '/tmp/a\033[2Jb\n' >.program
run
check 'control characters do not get through' test -z "$(grep $'\033' <<<"$out")"
touch .good
run
check 'nothing odd succeeds' grep -q ', 0 findings$' <<<"$out"
touch .shell
sleep 100 &
run
check 'a shell at work in /dev/shm is found' grep -q 'an interpreter at work in /dev/shm: /usr/bin/bash' <<<"$out"
printf 'sleep 100; :\n' >"${TMPDIR:=/tmp}/x.sh"
(cd / && exec bash "$(realpath "$TMPDIR")/x.sh") &
sleep 0.2
run
check 'a shell that runs a file there is found' grep -Eq 'an interpreter runs /tmp/.*/x.sh: /usr/bin/bash' <<<"$out"
(cd / && exec bash -o pipefail "$(realpath "$TMPDIR")/x.sh") &
(cd / && exec bash -c 'sleep 100; :' /tmp/not-run) &
sleep 0.2
run
check 'behind an option with a value too, and what -c is told is no file' test "$(grep -c 'an interpreter runs /tmp/.*/x.sh: /usr/bin/bash' <<<"$out"):$(grep -c not-run: <<<"$out")" = 2:0
touch .loader
run
check 'what the loader is told to run, too' grep -Eq 'an interpreter runs /tmp/.*/x.sh: /usr/lib64/ld-linux-x86-64.so.2' <<<"$out"
rm .loader
kill %1 %2 %3 %4
sed -i 's,^case ,[ "$1" != /proc/1/exe ] || [ ! -e .partly ] || exit 1\n&,' .stubs/readlink; rm .shell; touch .partly
run
check 'one that cannot be looked at is a failure, though all others are well' test "$status:$(grep -c ' 1 processes could not be looked at' <<<"$err")" = 1:1
touch .hidden
run
check 'when nothing can be seen it fails' test "$status" -eq 1
echo 1000 >.uid
run
check 'without root it is refused' test "$status" -eq 3
run '$(touch pwned)'
check 'a word too many runs nothing' bash -c '[ "$1" -eq 2 ] && [ ! -e pwned ]' _ "$status"
run --bogus
check 'an unknown option is wrong usage' test "$status" -eq 2
run --help
check 'help is given' grep -q '^Usage:' <<<"$out"
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT"  >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
