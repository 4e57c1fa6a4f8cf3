#!/usr/bin/env bash
. "$HARNESS"

cat >'app log' <<'EOF'
2024-05-25T02:59:59.999Z INFO before
2024-05-25 03:00:00 INFO start $(touch pwned)
2024-05-25 03:05:00,123 ERROR boom
  at line 1
  at line 2
[2024-05-25 03:10:59] INFO last
2024-05-25 03:11:00 INFO after
EOF
window=(--since '2024-05-25 03:00' --until '2024-05-25T03:10')

run --file 'app log' "${window[@]}"
check 'it succeeds' test "$status" -eq 0
check 'the lines of that time are shown' test "$(sed -n '1p;5p' <<<"$out")" = "$(sed -n '2p;6p' 'app log')"
check 'both ends are included, what lies outside is not' test "$(wc -l <<<"$out")" -eq 5
check 'lines without a time belong to the entry' grep -qx '  at line 2' <<<"$out"
check 'they are counted' grep -q '^3 entries from 2024-05-25 03:00:00 to 2024-05-25 03:10:59' <<<"$err"
check 'nothing of the log is run' test ! -e pwned
run --file 'app log' "${window[@]}" --text 'at line'
check 'a text picks whole entries' bash -c '[ "$(wc -l <<<"$1")" -eq 3 ] && grep -q boom <<<"$1"' _ "$out"
run --file 'app log' "${window[@]}" --text '.*'
check 'a text is no pattern' test "$status" -eq 1
gzip -c 'app log' >app.log.1.gz
run --file app.log.1.gz "${window[@]}"
check 'a compressed log is read' grep -q boom <<<"$out"
printf 'May 25 03:00:01 db1 sshd[1]: a\nMay  5 03:00:01 db1 sshd[1]: b\nDec 31 23:00:00 db1 x: c\n' >syslog
touch -d '2024-05-26' syslog
run --file syslog --since '2024-05-05 00:00' --until '2024-05-05 23:59'
check 'the classic form is understood' test "$out" = 'May  5 03:00:01 db1 sshd[1]: b'
run --file syslog --since '2023-12-31 00:00' --until '2024-01-01 00:00'
check 'december belongs to the year before' grep -q ': c$' <<<"$out"
printf 'May 26 00:10:00 ahead x: d\n' >ahead; touch -d '2024-05-26 00:00:30' ahead
run --file ahead --since '2024-05-26 00:00' --until '2024-05-26 01:00'
check 'a clock that is ahead makes no other year of it' test "$out" = 'May 26 00:10:00 ahead x: d'
printf '192.0.2.7 - - [25/May/2024:03:00:01 +0000] "GET / HTTP/1.1" 200 5\n' >access
run --file access "${window[@]}"
check 'the form of web servers is understood' grep -q 'GET /' <<<"$out"
export TZ=Europe/Berlin
for line in '2024-05-25T03:00:00.123456Z 0 [ERROR] x' '2024-05-25 03:00:00.1 UTC [7] LOG: x' '2024-05-25T03:00:00,5+00:00 x' '1.2.3.4 - - [25/May/2024:03:00:00 +0000] "GET / HTTP/1.1" 200 5'; do
  printf '%s\n' "$line" >zoned
  run --file zoned "${window[@]}"
  check "times of another zone than that of the host are told: $line" test "$status:$(grep -c '^NOTE: the times in the file are of the zone +0000, those asked for of +0200' <<<"$err")" = 0:1
  run --file zoned --since '2024-05-25 05:00' --until '2024-05-25 05:10'
  check 'also when nothing is found' test "$status:$(grep -c '^NOTE' <<<"$err")" = 1:1
done
for line in '2024-05-25T03:00:00.123+02:00 x' '2024-05-25 03:00:00 x +0000' '1.2.3.4 - - [25/May/2024:03:00:00 +0200] "GET / HTTP/1.1" 200 5'; do
  printf '%s\n' "$line" >zoned
  run --file zoned "${window[@]}"
  check "those of its own are not: $line" test "$status:$(grep -c '^NOTE' <<<"$err")" = 0:0
done
unset TZ
ln -s syslog old-link; touch -h -d '2022-01-01' old-link
run --file old-link --since '2024-05-05 00:00' --until '2024-05-05 23:59'
check 'the year is that of the file, not of a link to it' test "$out" = 'May  5 03:00:01 db1 sshd[1]: b'
printf '2024/05/25 02:00:00 [error] 7#7: a\n2024/05/25 03:00:00 [error] 7#7: b\n' >error.log
run --file error.log "${window[@]}"
check 'the form of the error log of nginx is understood' test "$out" = '2024/05/25 03:00:00 [error] 7#7: b'
run --file 'app log' --since '2024-05-26 00:00'
check 'nothing in that time is a failure' test "$status" -eq 1
run --file 'app log' --since '2024-05-25 01:00' --until '2024-05-25 01:30'
check 'that the log begins later is told' grep -q '^note: the log begins at 2024-05-25 02:59:59' <<<"$err"
run --file 'app log' "${window[@]}"
check 'but not of one that begins before' test -z "$(grep '^note' <<<"$err")"
{ cat 'app log'; seq 20000; } | gzip | head -c 20000 >cut.gz
run --file cut.gz --since '2024-05-25 04:00' --until '2024-05-25 05:00'
check 'of a log that is cut off nothing is said' bash -c '[ "$1" -eq 1 ] && grep -q "cannot be read to its end" <<<"$2" && ! grep -q "no entry" <<<"$2"' _ "$status" "$err"
printf 'no times\n' >plain
run --file plain "${window[@]}"
check 'a log without times is told' grep -q 'no times that are understood' <<<"$err"
run --file 'app log' --since '2024-02-31 00:00'
check 'a day that does not exist is refused' test "$status" -eq 2
run --file nowhere "${window[@]}"
check 'a missing file is refused' test "$status" -eq 3
run --file plain --since 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --file plain --since '$(touch pwned)'
check 'a hostile value runs nothing' test ! -e pwned
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" --file plain "${window[@]}" >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
