#!/usr/bin/env bash
. "$HARNESS"
use java

java_program
run --pid "$java"
check 'a program that only waits has none' bash -c '[ "$1" = 0 ] && grep -q "^no deadlock in process" <<<"$2"' _ "$status" "$out"
check 'and what the JVM does not look at is told' grep -q '^not looked at by the JVM: virtual threads' <<<"$out"
kill "$java"
java_program -Ddeadlock=yes
run --pid "$java"
check 'one is found' bash -c '[ "$1" = 1 ] && grep -qx "deadlocked: process $3 has 1 deadlocks" <<<"$2"' _ "$status" "$out" "$java"
check 'with both threads' bash -c 'grep -q "\"first\":" <<<"$1" && grep -q "\"second\":" <<<"$1"' _ "$out"
check 'without the others' bash -c '! grep -q worker-1 <<<"$1"' _ "$out"
sleep 300 &
run --pid "$!"
check 'a process that is no JVM is refused, and lives' bash -c '[ "$1" = 3 ] && kill -0 "$2"' _ "$status" "$!"
kill "$java"
unshare --mount bash -c 'mount -t tmpfs own /tmp && exec java -Ddeadlock=yes -Xmx96m -cp "$PWD" Kept' >.own 2>&1 &
java=$!
await grep -q ready .own
run --pid "$java"
check 'one with a /tmp of its own, as by PrivateTmp=yes, is reached' grep -qx "deadlocked: process $java has 1 deadlocks" <<<"$out"
kill "$java"
finish
