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
java_program '-XX:OnOutOfMemoryError=kill -9 %p' -Xmx80m
run
check 'a blank in an option hides none' grep -Eq "^process $java .* heap: -Xmx96m -Xms32m -Xmx80m  Kept$" <<<"$out"
for mode in 1 2; do
  mount -o remount,hidepid=$mode /proc
  setpriv --reuid nobody --regid nogroup --clear-groups bash "$SCRIPT" >.out 2>.err; status=$?
  check "where /proc hides the processes of others (hidepid=$mode) that is said" test "$status:$(grep -c hidepid .err)" = 3:1
done
kill "$java"
finish
