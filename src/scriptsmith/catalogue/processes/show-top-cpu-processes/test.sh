#!/usr/bin/env bash
. "$HARNESS"

# process PID NAME TICKS START COMMAND-LINE: a process in a made-up /proc.
process() {
  mkdir -p "proc/$1"
  printf '%s (%s) S 1 1 1 0 -1 0 0 0 0 0 %s 0 0 0 20 0 1 0 %s 0 0\n' "$1" "$2" "$3" "$4" >"proc/$1/stat"
  printf '%s\n' "$2" >"proc/$1/comm"
  printf 'Name:\t%s\nUid:\t54321\t54321\t54321\t54321\n' "$2" >"proc/$1/status"
  printf '%s\0' "${@:5}" >"proc/$1/cmdline"
}
start() {
  mkdir -p proc
  printf 'MemTotal: 1000 kB\n' >proc/meminfo
  process 4000001 'a) (b c' 100 50 hungry '--why=$(touch pwned)'
  process 4000002 modest 90000 60 modest
  process 4000003 idle 99999 70 idle
  process 4000004 newpid 80000 80 old
}
start
declare -f process >proc/.functions
# While the script sleeps, the processes use CPU time.
stub sleep <<'EOF'
. proc/.functions
process 4000001 'a) (b c' 180 50 hungry '--why=$(touch pwned)'
process 4000002 modest 90010 60 modest
process 4000004 newpid 3 81 reborn
/bin/sleep 0.5
EOF

run --proc-root proc --seconds 1
check 'it succeeds' test "$status" -eq 0
check 'the busiest process comes first' grep -q '^ *4000001 .* hungry' <<<"$(sed -n 3p <<<"$out")"
check 'the next follows' grep -q '^ *4000002 ' <<<"$(sed -n 4p <<<"$out")"
check 'a process that only was busy once is not shown' test "$(grep -c idle <<<"$out")" -eq 0
check 'a pid used anew counts from nothing' grep -q '^ *4000004 .* reborn' <<<"$(sed -n 5p <<<"$out")"
check 'an owner without a name is shown by number' grep -q ' 54321 ' <<<"$out"
check 'the percentage is that of the measurement' \
  awk '$1 == 4000001 && $3 > 30 && $3 <= 160 { ok = 1 } END { exit !ok }' <<<"$out"
check 'it measures for the time asked' calls '^sleep 1$'

start
echo 'unset EPOCHREALTIME EPOCHSECONDS' >older # which Bash 4.4 does not have
BASH_ENV=$PWD/older run --proc-root proc --seconds 1
check 'an older Bash is enough' test "$status:$(grep -c hungry <<<"$out")" = 0:1
check 'no text of it goes over a disk, as before Bash 5.1' test "$(grep -c '<<<' "$SCRIPT")" -eq 0
start
run --proc-root proc --seconds 1 --limit 1
check 'the count limits the list' test "$(grep -c '^ *4' <<<"$out")" -eq 1

check 'where the sum is not told nothing is missing' test "$(grep -c '^not in this list' <<<"$out")" -eq 0
cpus() { echo "cpu  $1 0 0 9999 50 0 $2 7 0 0" >proc/stat; }
declare -f process cpus >proc/.functions
for each in '160 40:yes' '93 0:no' '100 0:no' '200 0:yes'; do
  read -r user irq <<<"${each%:*}"
  start; cpus 1000 20
  stub sleep <<EOF
. proc/.functions
process 4000001 x 180 50 hungry
process 4000002 modest 90010 60 modest
cpus $((1000 + user)) $((20 + irq))
/bin/sleep 0.5
EOF
  run --proc-root proc --seconds 1
  check "what is missing in the list is told ($each)" test "$(grep -c '^not in this list: [0-9.]*%, by programs that began and ended meanwhile' <<<"$out")" -eq "$([ "${each#*:}" = yes ] && echo 1 || echo 0)"
done
stub sleep <<<'. proc/.functions; cpus 1200 20; /bin/sleep 0.2'
start; cpus 1000 20
run --proc-root proc --seconds 1
check 'also where no process is left' bash -c 'grep -q "^not in this list" <<<"$1" && grep -q "^no process used" <<<"$1"' _ "$out"
rm proc/stat
stub sleep <<<':'
run --proc-root proc --seconds 1
check 'an idle host is said to be idle' grep -q 'no process used' <<<"$out"
check 'and that is no failure' test "$status" -eq 0

run --limit 'x; touch pwned'
check 'a bad count is refused' test "$status" -eq 2
run --seconds 0
check 'a measurement of no time is refused' test "$status" -eq 2
run --everything
check 'an unknown argument is refused' test "$status" -eq 2
run --proc-root nowhere
check 'a missing process file system is refused' test "$status" -eq 3
check 'nothing hostile ran' test ! -e pwned
finish
