#!/usr/bin/env bash
. "$HARNESS"
# equivalent mutant 77337a99: whether a core is in the set is asked, never for its value

stub taskset <<'EOF'
all='' list='' pid=''
while [ $# -gt 0 ]; do
  case $1 in
    -a) all=1 ;; -c) list=1 ;; -p) pid=1 ;;
    -*) echo "taskset: unrecognized option '$1'" >&2; exit 1 ;;
    *) break ;;
  esac
  shift
done
[ "$all$list$pid" = 111 ] || exit 1
p=${!#}
[ ! -e .ending ] || { echo "pid $p's current affinity list: 0-3"; exit 1; }
[ -e "p$p" ] || { echo "taskset: failed to get pid $p's affinity: No such process" >&2; exit 1; }
if [ $# = 2 ]; then
  [ ! -e .invalid ] || { echo "taskset: failed to set pid $p's affinity: Invalid argument" >&2; exit 1; }
  [ -e .ignored ] || printf '%s\n%s\n' "$1" "$1" >"p$p"
fi
while read -r l; do printf "pid %s's current affinity list: %s\n" "$p" "$l"; done <"p$p"
EOF
echo 0-3 >.online
echo >.isolated
stub cat <<'EOF'
case $1 in /sys/devices/system/cpu/online) echo "$(/bin/cat .online)" ;; /sys/devices/system/cpu/isolated) /bin/cat .isolated ;; *) exec /bin/cat "$@" ;; esac
EOF
printf '0-3\n0-3\n' >p4711
run --pid 4711 --cores 1-2 --dry-run
check 'a dry run says what it would do' grep -qx 'would set: cores 1-2 for 2 threads of process 4711' <<<"$out"
check 'a dry run changes nothing' grep -qx 0-3 p4711
run --pid 4711 --cores 1-2
check 'it succeeds' test "$status" -eq 0
check 'the cores are set' grep -qx 1-2 p4711
check 'the former ones are told' grep -q '^set: process 4711 runs on cores 1-2 only, until it ends (before: 0-3); CPUAffinity= of its unit keeps it; ' <<<"$out"
check 'no core is isolated' test "$(grep -c isolated <<<"$out")" -eq 0
run --pid 4711 --cores 2,01
check 'the same cores in other words are nothing to change' bash -c '[ "$1" = 0 ] && grep -q "^nothing to change" <<<"$2"' _ "$status" "$out"
echo 2-3 >.isolated
run --pid 4711 --cores 1-2
check 'that isolated cores share no work is told, also when nothing is to change' test "$status:$(grep '^n' <<<"$out" | cut -c1-60)" = '0:note: the kernel moves no thread among the isolated cores 2:
nothing to change: all its threads are set so already'
run --pid 4711 --cores 3 --dry-run
check 'a single one is in order' test "$status:$(grep -c isolated <<<"$out")" = 0:0
rm .isolated
run --pid 4711 --cores 2,3 --dry-run
check 'a kernel that does not tell them has none' test "$status:$(grep -c isolated <<<"$out")" = 0:0
printf '1-2\n0-3\n' >p4711
run --pid 4711 --cores 1-2 --dry-run
check 'one thread that differs is enough' grep -q 'for 1 threads' <<<"$out"
: >.ignored
run --pid 4711 --cores 1
check 'cores that do not take are a failure' test "$status" -eq 1
: >.invalid
run --pid 4711 --cores 99
check 'cores that do not exist are refused' test "$status" -eq 3
run --pid 4711 --cores 2
check 'cores that are not taken are a failure' test "$status" -eq 1
run --pid 4712 --cores 1
check 'a process that is not there is refused' test "$status" -eq 3
touch .ending
run --pid 4711 --cores 2
check 'one that ends while its threads are listed is refused' test "$status" -eq 3
rm .ending .invalid .ignored
echo 0-15 >.online
printf '10,12\n' >p4711
run --pid 4711 --cores 10-12
check 'cores of two digits are told apart' grep -q '^set: process 4711 runs on cores 10-12 only, until it ends (before: 10,12); ' <<<"$out"
printf '0-3\n' >"p$$"
sleep 300 >/dev/null 2>&1 &
child=$!
run --pid $$ --cores 1-2 --dry-run
check 'processes that it has started are named' grep -Eqx "note: processes that it has started keep their own cores: ([0-9]+ )*$child( [0-9]+)*" <<<"$out"
kill $child
run --pid 4711 --cores 10-12
check 'where there are none, none is' test "$(grep -c 'that it has started' <<<"$out")" -eq 0
rm .stubs/taskset
rm .stubs/cat
run --pid 4711 --cores 3-1
check 'cores the wrong way round are refused' test "$status" -eq 2
run --pid 4711
check 'cores are needed' test "$status" -eq 2
run --pid 4711 --cores all
check 'a word is no core' test "$status" -eq 2
run --pid 4711 --cores '1;touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
finish
