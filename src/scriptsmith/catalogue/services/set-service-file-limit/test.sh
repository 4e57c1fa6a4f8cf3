#!/usr/bin/env bash
. "$HARNESS"

refused() { # STATUS WORDS ARG...: the run ends with that status and says those words
  local want=$1 words=$2
  shift 2
  run "$@"
  check "ends with $want and says '$words': $*" bash -c '[ "$1" = "$2" ] && grep -qF -e "$3" <<<"$4"' _ "$status" "$want" "$words" "$err"
}

mkdir root proc; echo 1024:20000 >limit; echo loaded >load; echo '1024 4096' >now
sleep 1000 & pid=$!; echo $pid >pid; trap 'kill $pid' EXIT
stub systemctl <<'EOF'
case "$*" in
  'show --property=Id --value -- nickname.service') echo app.service ;;
  'show --property=Id --value -- '*) [[ ! -e down || ${!#} != app.service ]] || exit 1; echo "${!#}" ;;
  'show --property='*' -- app.service')
    [[ ! -e down ]] || exit 1
    case ${2#*=} in LoadState) echo "LoadState=$(<load)" ;; LimitNOFILE) echo "LimitNOFILE=$(sed 's/.*://' limit)" ;; LimitNOFILESoft) echo "LimitNOFILESoft=$(sed 's/:.*//' limit)" ;; MainPID) echo "MainPID=$(<pid)" ;; Type) echo "Type=$(cat type 2>/dev/null)" ;; RemainAfterExit) echo "RemainAfterExit=$(cat stays 2>/dev/null)" ;; DropInPaths) echo DropInPaths=/x/60-y.conf ;; esac ;;
  'show --property=LoadState -- '*) echo LoadState=not-found ;;
  daemon-reload) [[ ! -e broken ]] || exit 1; [[ -e later ]] || sed -n 's/^LimitNOFILE=//p' root/app.service.d/50-file-limit.conf >limit ;;
  *) exit 1 ;;
esac
EOF
stub prlimit <<'EOF'
[[ $1 == --pid && $2 == "$(<pid)" ]] || exit 1
case $3 in
  --nofile) [[ "$4 $5 $6" == '--noheadings --output SOFT,HARD' && ! -e hidden ]] || exit 1; sed 's/ /   /' now ;;
  --nofile=*) [[ ! -e locked ]] || exit 1; v=${3#*=}; echo "${v/:/ }" >now ;;
esac
EOF
stub id <<<'cat user'; echo 0 >user
on() { run --unit-root root --service app "$@"; }
on --files 65536 --dry-run
check 'a dry run says what it would write' test "$status:$(tail -n 1 <<<"$out")" = 0:LimitNOFILE=65536:65536
check 'a dry run writes nothing' test -z "$(ls root)"
check 'what holds is told' grep -qx 'app.service: LimitNOFILE=1024:20000, main process '$pid <<<"$out"
check 'what is open too' grep -Eqx "process $pid has [0-9]+ files open, and may have 1024 \(at most 4096\)" <<<"$out"
on --files 065536
check 'it succeeds' test "$status:$(tail -n 1 <<<"$out" | cut -d';' -f1)" = '0:set: LimitNOFILE=65536:65536 for app.service, in root/app.service.d/50-file-limit.conf (before: 1024:20000)'
check 'that a program may set that of its workers is told' grep -q '; one that the program sets for its workers (worker_rlimit_nofile, open_files_limit) stays$' <<<"$out"
check 'nothing else is left there' test "$(ls root/app.service.d)" = 50-file-limit.conf
check 'the process has it at once' test "$(<now)" = '65536 65536'
check 'then there is nothing to note' test -z "$err"
check 'the drop-in is written' test "$(<root/app.service.d/50-file-limit.conf)" = $'[Service]\nLimitNOFILE=65536:65536'
: >"$STUB_LOG"; on --files 65536
check 'a second run has nothing to do' test "$(grep -c '^nothing to change' <<<"$out"):$(calls 'daemon-reload|nofile=')" = 1:
echo '1024 65536' >now; on --files 65536
check 'unless the process has another' test "$(<now)" = '65536 65536'
check 'of which it needs no note' test -z "$err"
echo '90000 90000' >now; on --files 65536
check 'that it had raised its own and gets less is told' test "$status:$err" = "0:note: process $pid has raised its limit itself, as Java does, and gets less by this (before: 90000)"
echo '65536 65536' >now
on --files 4096
check 'the former content is told' grep -qx 'LimitNOFILE=65536:65536' <<<"$out"
check 'the ceiling, to which the program may raise it, stays' test "$status:$(<limit):$(<now)" = '0:4096:65536:4096 65536'
check 'that it is less is told' grep -qx 'note: this is less than before (65536)' <<<"$err"
echo 0 >pid; on --files 8192
check 'that nothing which runs has it is told' grep -q '^note: systemd knows no main process of app.service' <<<"$err"
check 'one that does not run gets its drop-in' test "$status:$(<limit):$(grep -c 'may have' <<<"$out")" = 0:8192:65536:0
: >"$STUB_LOG"; on --files 8192
check 'and then nothing' grep -q '^nothing to change' <<<"$out"
cp limit .limit; echo 1024:infinity >limit; on --files 8192 --dry-run
check 'no ceiling is the one of the kernel' test "$(tail -n 1 <<<"$out")" = "LimitNOFILE=8192:$(cat /proc/sys/fs/nr_open)"
mv .limit limit; echo $pid >pid
for fd in {3..9}; do eval "exec $fd</dev/null"; done
bash -c 'for fd in {10..90}; do eval "exec $fd</dev/null"; done; exec sleep 1000' & many=$!; echo $many >pid; trap 'kill $pid $many' EXIT
open() { [[ $(ls /proc/$many/fd | wc -l) -gt 80 ]]; }; await open
refused 3 'files open now' --unit-root root --service app --files 80
touch hidden
refused 3 'cannot be read' --unit-root root --service app --files 4096
rm hidden; echo $pid >pid
refused 3 'fs.nr_open' --unit-root root --service app --files $(($(cat /proc/sys/fs/nr_open) + 1))
on --files "$(cat /proc/sys/fs/nr_open)" --dry-run
check 'all that the kernel allows is taken' test "$status" -eq 0
echo oneshot >type; echo yes >stays
refused 3 'keeps no process' --unit-root root --service app --files 5000
echo no >stays; on --files 5000 --dry-run
check 'a job that ends may have a limit' test "$status" -eq 0
rm type stays
run --unit-root root --service nickname --files 5000 --dry-run
check 'an alias stands for the unit' test "$status:$(grep -c '^would write root/app.service.d/50-file-limit.conf:$' <<<"$out")" = 0:1
cp root/app.service.d/50-file-limit.conf .was; stub mv <<<'exit 1'
refused 1 'could not write root/app.service.d/50-file-limit.conf; what was there before' --unit-root root --service app --files 5000
check 'and it is' cmp .was root/app.service.d/50-file-limit.conf
rm .stubs/mv
echo 1000 >user
refused 3 'as root' --unit-root root --service app --files 5000
echo 0 >user; touch locked
refused 1 'could not be set' --unit-root root --service app --files 5000
rm locked; touch later
refused 1 'another drop-in that sorts later sets it (/x/60-y.conf); to take this one away: rm root/app.service.d/50-file-limit.conf && systemctl daemon-reload' --unit-root root --service app --files 6000
touch broken
refused 1 'could not reload' --unit-root root --service app --files 7000
echo masked >load
refused 3 'is masked' --unit-root root --service app --files 5000
touch down
refused 3 'does not answer' --unit-root root --service app --files 5000
refused 3 'other.service is no unit of this host' --unit-root root --service other --files 5000
refused 3 'is a template' --unit-root root --service app@ --files 5000
refused 2 'is no service' --unit-root root --service app.timer --files 5000
refused 2 '64 is the least' --service app --files 63
run --unit-root root --service other --files 64
check 'and 64 is taken' test "$status" -eq 3
refused 2 '--files is required' --service app
refused 2 '--service is required' --files 100
refused 2 '--files takes' --service app --files 'x$(touch pwned)'
refused 2 '--service takes' --service '-x' --files 100
check 'nothing hostile ran' test ! -e pwned
mkdir none; bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" --service app --files 100 >/dev/null 2>none.err
check 'a missing tool is refused' test "$?:$(grep -c 'is not installed' none.err)" = 3:1
finish
