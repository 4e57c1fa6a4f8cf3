#!/usr/bin/env bash
. "$HARNESS"

stub ps <<<'cat table'
cat >table <<'EOF'
   1       1 root                             systemd
 412     900 app                              java $(touch pwned)
  37     901 app                              two words
   1     902 ops                              bash
EOF
mkdir -p proc/sys/kernel
echo 31405 >proc/sys/kernel/threads-max
echo 500 >proc/sys/kernel/pid_max
run --proc-root proc
check 'it succeeds' test "$status" -eq 0
check 'threads are summed' grep -qx '4 processes with 451 threads' <<<"$out"
check 'the user with the most is told' grep -qx 'most of one user: 449 threads of app' <<<"$out"
check 'a limit is compared' grep -qx 'kernel.threads-max: 31405 (1% used by these)' <<<"$out"
check 'the nearer limit too' grep -qx 'kernel.pid_max: 500 (90% used by these)' <<<"$out"
check 'nearness is pointed out' grep -q '^NEAR THE LIMIT: 90%' <<<"$out"
check 'the most threads come first' grep -Eqx ' +412 +900  app +java \$\(touch pwned\)' <<<"$(grep -A 1 THREADS <<<"$out" | tail -n 1)"
check 'the next follows' grep -Eqx ' +37 +901  app +two words' <<<"$out"
check 'a limit that nothing is near is not told' test "$(grep -c LIMIT: <<<"$out")" -eq 1
group() { # FOLDER CURRENT MAX REFUSED
  mkdir -p "sys/fs/cgroup/$1" && echo "$2" >"sys/fs/cgroup/$1/pids.current" && echo "$3" >"sys/fs/cgroup/$1/pids.max" && echo "max $4" >"sys/fs/cgroup/$1/pids.events"
}
group system.slice 400 max 0; group system.slice/far.service 79 100 0
run --proc-root proc --sys-root sys
check 'nor is that of a control group' test "$(grep -c 'control group' <<<"$out")" -eq 0
group 'system.slice/near one.service' 80 100 7; group user.slice/user-7.slice 3 10813 12
run --proc-root proc --sys-root sys
check 'the limit of a control group is told when it is near' grep -qx 'NEAR THE LIMIT: 80 of 100 tasks in the control group system.slice/near one.service' <<<"$out"
check 'and when it has been met' grep -qx 'HAS BEEN AT A LIMIT: 12 times, in the control group user.slice/user-7.slice (now 3); the nearest limit is 10813, of user.slice/user-7.slice' <<<"$out"
check 'no other is' test "$(grep -c 'control group' <<<"$out")" -eq 2
group user.slice 3 max 0; group user.slice/user-7.slice 3 10813 0; group $'user.slice/user-7.slice/a\eb/session-4.scope' 3 max 12; group $'user.slice/user-7.slice/a\eb' 3 max 0
run --proc-root proc --sys-root sys
check 'one that a group above has met too, with the nearest limit' grep -qx 'HAS BEEN AT A LIMIT: 12 times, in the control group user.slice/user-7.slice/a?b/session-4.scope (now 3); the nearest limit is 10813, of user.slice/user-7.slice' <<<"$out"
echo max >sys/fs/cgroup/user.slice/user-7.slice/pids.max
run --proc-root proc --sys-root sys
check 'or that there is none any more' grep -q 'session-4.scope (now 3); the nearest limit is max, of sys/fs/cgroup$' <<<"$out"
rm -r sys/fs/cgroup/user.slice/user-7.slice/a*; group user.slice/user-7.slice 3 10813 12
echo 'max 0' >sys/fs/cgroup/user.slice/user-7.slice/pids.events.local
run --proc-root proc --sys-root sys
check 'where the kernel tells whose limit it was, no other is' test "$(grep -c 'HAS BEEN' <<<"$out")" -eq 0
echo 'max 4' >sys/fs/cgroup/user.slice/user-7.slice/pids.events.local
mkdir one; mkdir -p one/fs; cp -r sys/fs/cgroup/system.slice/far.service one/fs/cgroup; echo 'max 3' >one/fs/cgroup/pids.events
run --proc-root proc --sys-root one
check 'the group of a container itself has the name of the place' grep -qx 'HAS BEEN AT A LIMIT: 3 times, in the control group one/fs/cgroup (now 79); the nearest limit is 100, of one/fs/cgroup' <<<"$out"
mkdir -p sys/fs/cgroup/pids && mv sys/fs/cgroup/*.slice sys/fs/cgroup/pids/
run --proc-root proc --sys-root sys
check 'with version 1 too' test "$(grep -c 'control group [su][a-z]*.slice' <<<"$out")" -eq 2
mkdir -p proc/900 proc/902
nproc_of() { printf 'Limit                     Soft Limit           Hard Limit           Units\nMax processes             %-20s 127000               processes\n' "$2" >"proc/$1/limits"; }
nproc_of 900 562; nproc_of 902 1024
run --proc-root proc
check 'the limit of a user that is far is not told' test "$(grep -c nproc <<<"$out")" -eq 0
nproc_of 900 561
run --proc-root proc
check 'all tasks of a user count for it' grep -qx 'NEAR THE LIMIT: 449 tasks of user app, and process 900 may begin more up to 561 (nproc)' <<<"$out"
mkdir -p proc/901 proc/1; nproc_of 901 450; nproc_of 900 700; nproc_of 1 1
long=$(printf 'x%.0s' {1..200})
mkdir -p "$long"/sys/kernel "$long"/{1..899} && touch "$long"/{1..899}/limits
mkdir "$long/901" && printf 'Max processes             450                  10813                processes \n' >"$long/901/limits"
out=$( (ulimit -s 400; bash "$SCRIPT" --proc-root "$long") )
check 'so many processes that their names fill more than one call are all looked at' grep -q '^NEAR THE LIMIT: 449 tasks of user app, and process 901 ' <<<"$out"
rm -r "$long"
run --proc-root proc --limit 1
check 'also of a process that is not among those shown, and not of root' test "$(grep nproc <<<"$out")" = 'NEAR THE LIMIT: 449 tasks of user app, and process 901 may begin more up to 450 (nproc)'
nproc_of 900 460
run --proc-root proc
check 'a user is told once, with the lowest' test "$(grep nproc <<<"$out")" = 'NEAR THE LIMIT: 449 tasks of user app, and process 901 may begin more up to 450 (nproc)'
rm proc/901/limits
nproc_of 900 unlimited
run --proc-root proc
check 'no limit is none' test "$(grep -c nproc <<<"$out")" -eq 0
run --proc-root proc --limit 1
check 'the count limits the list' test "$(grep -c -E '(systemd|bash|two words)' <<<"$out")" -eq 0
run --proc-root nowhere
check 'unreadable limits are no failure' bash -c '[ "$1" = 0 ] && ! grep -q kernel <<<"$2"' _ "$status" "$out"
: >table
run --proc-root proc
check 'an empty table is a failure' test "$status" -eq 1
stub ps <<<'exit 1'
run --proc-root proc
check 'a ps that fails is a failure' test "$status" -eq 1
rm .stubs/ps
run
check 'the real ps takes these options' grep -Eq '^[1-9][0-9]* processes with [1-9][0-9]* threads$' <<<"$out"
run --limit 0
check 'a count of 0 is refused' test "$status" -eq 2
run --limit '$(touch pwned)'
check 'a hostile value is refused' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
finish
