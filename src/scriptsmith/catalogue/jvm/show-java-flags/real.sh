#!/usr/bin/env bash
. "$HARNESS"
use java

java_program -XX:+UseSerialGC -Dpassword=secret
run --pid "$java"
check 'what was given' grep -qx -- '-XX:MaxHeapSize=100663296  (96 MB)' <<<"$out"
check 'the collector' grep -qx -- '-XX:+UseSerialGC' <<<"$out"
check 'the version' grep -q '^version: .*17' <<<"$out"
check 'no system properties' bash -c '! grep -q secret <<<"$1"' _ "$out"
check 'they are counted' test "$(grep -c '^-XX' <<<"$out")" = "$(sed -n 's/ flags; what is not listed has the default of this JVM$//p' <<<"$out")"
setpriv --reuid nobody --clear-groups bash "$SCRIPT" --pid "$java" 2>.err
check 'another user is refused' grep -q 'belongs to root' .err
kill "$java"
unshare --mount bash -c 'mount -t tmpfs own /tmp && exec java -Xmx96m -cp "$PWD" Kept' >.own 2>&1 &
java=$!
await grep -q ready .own
run --pid "$java"
check 'one with a /tmp of its own, as by PrivateTmp=yes, is reached' grep -qx -- '-XX:MaxHeapSize=100663296  (96 MB)' <<<"$out"
kill "$java"
finish
