#!/usr/bin/env bash
. "$HARNESS"

# process PID NAME OPEN LIMIT
process() {
  mkdir -p "proc/$1/fd"
  printf '%s\n' "$2" >"proc/$1/comm"
  local n
  for ((n = 0; n < $3; n++)); do ln -s /gone/away "proc/$1/fd/$n"; done
  printf 'Limit                     Soft Limit           Hard Limit           Units     \nMax processes             31405                31405                processes \nMax open files            %-20s 1048576              files     \n' "$4" >"proc/$1/limits"
}
process 1 systemd 5 1024
process 40 'web worker' 9 10
process 41 '$(touch pwned)' 2 unlimited
process 42 kthreadd 0 1024
mkdir -p proc/sys/fs proc/irq
printf '1952\t0\t9223372\n' >proc/sys/fs/file-nr

run --proc-root proc
check 'it succeeds' test "$status" -eq 0
check 'the one with most comes first' grep -Eqx ' +9 +40 +10 +90%  web worker' <<<"$(sed -n 3p <<<"$out")"
check 'the next follows' grep -Eqx ' +5 +1 +1024 +0%  systemd' <<<"$(sed -n 4p <<<"$out")"
check 'no limit has no share' grep -Eq ' +2 +41 +unlimited +-  ' <<<"$out"
check 'the host is counted' grep -qx 'whole host: 1952 file handles of at most 9223372' <<<"$out"
check 'one with none is not listed' test "$(grep -c kthreadd <<<"$out")" -eq 0
run --proc-root proc --limit 01
check 'the count limits the list' test "$(grep -Ec '%  |-  ' <<<"$out")" -eq 1
process 44 'small but full' 4 5
process 45 'half full' 2 4
process 46 'less' 1 3
run --proc-root proc --limit 2
check 'those that are nearer to their limit are shown though others have more, the nearest first' \
  test "$(sed -n '/^fewer, but nearer to their limit:$/,$p' <<<"$out" | tr -s ' ')" = $'fewer, but nearer to their limit:\n 4 44 5 80% small but full\n 2 45 4 50% half full'
run --proc-root proc --limit 1
check 'so many as are wanted' test "$(sed '1,/^fewer/d' <<<"$out" | tr -s ' ')" = ' 4 44 5 80% small but full'
check 'one that is not near stays out' test "$(grep -c systemd <<<"$out")" -eq 0
rm -r proc/45 proc/46
rm -r proc/44
process 43 'vanishing' 3 1024
rm proc/43/limits
run --proc-root proc
check 'a process that ends meanwhile is left out' test "$status" -eq 0
run
check 'it works on the real thing' grep -Eq '^ +[0-9]+ +[0-9]+ +([0-9]+|unlimited) .*[^ ]' <<<"$out"
run --proc-root nowhere
check 'no process file system is refused' test "$status" -eq 3
mkdir bare
run --proc-root bare
check 'one without processes too' test "$status" -eq 3
run --limit 0
check 'a count of 0 is refused' test "$status" -eq 2
run --limit 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
finish
