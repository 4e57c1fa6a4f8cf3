#!/usr/bin/env bash
. "$HARNESS"
use java

run
check 'none is told' grep -qx '0 Java processes' <<<"$out"
java_program -XX:+UseSerialGC -Dpassword=secret
run
check 'it is listed with its heap and its class' grep -Eq "^process $java  user root  up 0 min  rss [0-9]+ MB  heap: -Xmx96m -Xms32m  Kept$" <<<"$out"
check 'other options are not shown' bash -c '! grep -q secret <<<"$1"' _ "$out"
kill "$java"
finish
