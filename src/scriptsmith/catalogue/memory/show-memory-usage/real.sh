#!/usr/bin/env bash
# packages: procps
. "$HARNESS"
ran_on procps "$(ps --version | sed 's/.* //')"

run
value() { sed -n "s/^$1 *\([0-9]*\) MiB.*/\1/p" <<<"$out"; }
near() { (($1 - $2 < 200 && $2 - $1 < 200)); } # other programs go on meanwhile
check 'the total is that of free' test "$(value 'memory total')" -eq "$(free -m | awk '/^Mem:/ { print $2 }')"
check 'so is what is available' near "$(value 'memory available')" "$(free -m | awk '/^Mem:/ { print $7 }')"
check 'and what is free' near "$(value 'memory free')" "$(free -m | awk '/^Mem:/ { print $4 }')"
check 'one percent left is not low' grep -q '^OK: ' <<<"$(bash "$SCRIPT" --percent 1)"
run --percent 100
check 'less than all is, when all is wanted' grep -q '^LOW: ' <<<"$out"
finish
