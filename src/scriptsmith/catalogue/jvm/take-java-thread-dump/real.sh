#!/usr/bin/env bash
. "$HARNESS"
use java

java_program
mkdir dumps
run --pid "$java" --destination dumps --dry-run
check 'a dry run writes nothing' test -z "$(ls dumps)"
run --pid "$java" --destination dumps --count 2 --interval 1
check 'two dumps are written' test "$(ls dumps | wc -l)" -eq 2
check 'with our thread' grep -q '"worker-1".*' "$(ls dumps/* | head -n 1)"
count=$(grep -c 'java.lang.Thread.State:' "$(ls dumps/* | head -n 1)")
check 'its threads are counted' grep -Eq "^dump 1: dumps/.*, $count threads, [0-9]+ RUNNABLE, 0 BLOCKED, [0-9]+ WAITING, [1-9] TIMED_WAITING$|^dump 1: \./dumps/.*, $count threads, [0-9]+ RUNNABLE, 0 BLOCKED" <<<"$out"
check 'only the owner may read them' test "$(stat -c %a dumps/* | sort -u)" = 600
kill "$java"
unshare --mount bash -c 'mount -t tmpfs own /tmp && exec java -Xmx96m -cp "$PWD" Kept' >.own 2>&1 &
java=$!
await grep -q ready .own
mkdir own && run --pid "$java" --destination own
check 'one with a /tmp of its own, as by PrivateTmp=yes, is reached' grep -q '"worker-1"' own/*.txt
kill "$java"
finish
