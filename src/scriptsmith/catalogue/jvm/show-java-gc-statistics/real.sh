#!/usr/bin/env bash
. "$HARNESS"
use java

java_program -XX:+UseSerialGC
run --pid "$java" --count 3
check 'three samples' test "$(grep -Ec '^ +[0-9.-]+ +[0-9.-]+ ' <<<"$out")" -eq 3
check 'none was a full one' grep -Eqx 'full collections: 0 in all, 0 while watched' <<<"$out"
(sleep 1; jcmd "$java" GC.run >/dev/null) &
run --pid "$java" --count 5
check 'one that runs meanwhile is counted' grep -Eqx 'full collections: 1 in all, 1 while watched' <<<"$out"
old=$(jstat -gcutil "$java" | awk 'NR == 2 { printf "%.1f", $4 }')
check 'how full the old generation is' grep -q "^old generation: $old % full" <<<"$out"
kill "$java"
finish
