#!/usr/bin/env bash
. "$HARNESS"
use java

java_program -XX:+UseSerialGC
collections() { jstat -gcutil "$java" | awk 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i } NR == 2 { print $c["FGC"] }'; }
before=$(collections)
run --pid "$java" --dry-run
check 'a dry run collects nothing' test "$(collections)" = "$before"
run --pid "$java"
check 'it succeeds' test "$status" -eq 0
check 'one full collection has run' test "$(collections)" -eq $((before + 1))
check 'the heap is told before and after' bash -c 'grep -qx "before:" <<<"$1" && grep -qx "after:" <<<"$1" && [ "$(grep -c "used" <<<"$1")" -ge 4 ]' _ "$out"
kill "$java"
unshare --mount bash -c 'mount -t tmpfs own /tmp && exec java -Xmx96m -cp "$PWD" Kept' >.own 2>&1 &
java=$!
await grep -q ready .own
run --pid "$java"
check 'one with a /tmp of its own, as by PrivateTmp=yes, is reached' bash -c '[ "$1" = 0 ] && grep -q "^collected: " <<<"$2"' _ "$status" "$out"
kill "$java"
java_program -XX:+DisableExplicitGC
run --pid "$java"
check 'a JVM that would ignore it is refused' test "$status" -eq 3
kill "$java"
java_program -XX:+UseG1GC -XX:+ExplicitGCInvokesConcurrent
run --pid "$java"
check 'one that would begin a concurrent cycle instead, too' bash -c '[ "$1" -eq 3 ] && grep -q "no full collection" <<<"$2"' _ "$status" "$err"
kill "$java"
finish
