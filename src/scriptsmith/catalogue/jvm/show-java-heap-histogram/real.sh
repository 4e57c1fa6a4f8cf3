#!/usr/bin/env bash
. "$HARNESS"
use java

java_program
run --pid "$java" --limit 3
check 'the largest class: the arrays that are kept' grep -Eq '^ +[2-9]\.[0-9] +2[0-9]{4}  \[J' <<<"$out"
check 'three are shown' grep -Eq '^3 of [0-9]+ classes shown; [0-9]+ objects, [0-9]+ MB in all, garbage included$' <<<"$out"
run --pid "$java" --limit 9999
check 'our own class with its objects' grep -Eq ' 20000  Kept$' <<<"$out"
kill "$java"
unshare --mount bash -c 'mount -t tmpfs own /tmp && exec java -Xmx96m -cp "$PWD" Kept' >.own 2>&1 &
java=$!
await grep -q ready .own
run --pid "$java" --limit 9999
check 'one with a /tmp of its own, as by PrivateTmp=yes, is reached' grep -Eq ' 20000  Kept$' <<<"$out"
kill "$java"
finish
