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
check 'a limit is compared' grep -qx 'kernel.threads-max: 31405 (1% used)' <<<"$out"
check 'the nearer limit too' grep -qx 'kernel.pid_max: 500 (90% used)' <<<"$out"
check 'nearness is pointed out' grep -q '^NEAR THE LIMIT: 90%' <<<"$out"
check 'the most threads come first' grep -Eqx ' +412 +900  app +java \$\(touch pwned\)' <<<"$(grep -A 1 THREADS <<<"$out" | tail -n 1)"
check 'the next follows' grep -Eqx ' +37 +901  app +two words' <<<"$out"
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
