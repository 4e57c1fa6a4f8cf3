#!/usr/bin/env bash
# packages: gzip mawk
. "$HARNESS"
ran_on zcat "$(gzip --version | sed -n '1s/.* //p')"

today=$(date +%F)
printf '%s 02:59:59 before\n%s 03:00:00 start\n  at line 1\n%s 03:10:59 last\n%s 03:11:00 after\n' "$today" "$today" "$today" "$today" >app.log
run --file app.log --since 03:00 --until 03:10
check 'both ends are included, with lines that have no time' test "$status:$(wc -l <<<"$out")" = 0:3
gzip app.log
run --file app.log.gz --since 03:00 --until "$today 03:10" --text 'line 1'
check 'a compressed log is read, a text picks its entry' test "$status:$(wc -l <<<"$out")" = 0:2
sed 's/-/\//; s/-/\//' <(zcat app.log.gz) >error.log
run --file error.log --since 03:05 --until 03:10
check 'the form of the error log of nginx is understood' test "$out" = "${today//-//} 03:10:59 last"
LC_ALL=C date -d "$today 03:05:00" '+%b %e %H:%M:%S host x: classic' >syslog
LC_ALL=C date -d "$today 03:05:00" '+1.2.3.4 - - [%d/%b/%Y:%H:%M:%S +0000] "GET /"' >access.log
touch -d "$today 23:00" syslog
for log in syslog access.log; do
  run --file $log --since 03:05 --until 03:05
  check "a line of $log is found" test "$status:$out" = "0:$(cat $log)"
done
printf '%sT03:05:00Z 0 [ERROR] x\n' "$today" >mysql.log
TZ=JST-9 run --file mysql.log --since "$today 12:00" --until "$today 12:10"
check 'that a log is of another zone is told' grep -q '^NOTE: the times in the file are of the zone +0000, those asked for of +0900' <<<"$err"
run --file app.log.gz --since 04:00 --until 05:00
check 'nothing in that time is a failure' test "$status" -eq 1
run --file app.log.gz --since 01:00 --until 02:00
check 'that the log begins later is told' grep -q '^note: the log begins at .* 02:59:59' <<<"$err"
seq 20000 | gzip | cat app.log.gz - | head -c 20000 >cut.gz
run --file cut.gz --since 04:00 --until 05:00
check 'of a log that is cut off it is not said that nothing is in it' test "$status" -eq 1 -a -z "$(grep 'no entry' <<<"$err")"
finish
