#!/usr/bin/env bash
. "$HARNESS"

line() { printf '10.0.0.1 - - [10/Oct/2024:13:55:36 +0000] "%s HTTP/1.1" 200 61 "-" "rt=9.999" %s\n' "$1" "$2"; }
{
  line 'GET /fast' 0.004
  line 'GET /slow?token=secret' 12.345
  line 'POST /mid' 'rt=2.500 urt=99.000'
  line 'GET /none' -
  printf '{"time":"x","request_time":3.100,"request":"GET /json?a=b"}\n'
} >access.log

run --file access.log
check 'the slowest request comes first' grep -qE '^ +12\.345  10/Oct/2024:13:55:36  GET /slow' <<<"$(sed -n 2p <<<"$out")"
check 'it succeeds' test "$status" -eq 0
check 'a named time is taken, and not the one of the upstream' grep -qE '^ +2\.500 .*POST /mid$' <<<"$out"
check 'a JSON line is read' grep -qE '^ +3\.100 .*/json' <<<"$out"
check 'a query string is not shown' test "$(grep -cE 'secret|a=b' <<<"$out")" -eq 0
check 'lines without a time are counted' grep -qx '4 of 4 requests with a time shown; 5 lines read, 1 without a time' <<<"$out"
stub sort <<<'[ "${LC_ALL-}" = C ] || exit 1; PATH=${PATH#*:} exec sort "$@"'
LC_ALL=POSIX run --file access.log
check 'a decimal point is one in every locale' test "$status" -eq 0
rm .stubs/sort
run --file access.log --limit 2
check 'the list can be shortened' test "$(grep -cE '(GET|POST) ' <<<"$out")" -eq 2
run --file access.log --lines 1
check 'only the last lines are read on request' grep -q '; 1 lines read' <<<"$out"
{
  line 'GET /upstream' '0.400 0.399'
  line 'GET /queued' '12.345 0.002'
  line 'GET /retried' '"-" 60.021 60.001, 0.020'
  line 'GET /ingress' '"agent" 421 7.500 [shop-web-80] [] 10.1.0.1:80 61 0.001 200 f3a9'
} >two.log
run --file two.log
check 'the time of the request is taken, and not that of the upstream behind it' test "$(sed -n '2,5s/^ *\([0-9.]*\) .* /\1 /p' <<<"$out" | tr '\n' ,)" = '60.021 /retried,12.345 /queued,7.500 /ingress,0.400 /upstream,'
{ line 'GET /one' '5.000'; line 'GET /sum' '60.001, 0.020'; line 'GET /quoted' '"30.001, 0.020"'; line 'GET /stamp' '1730000000.123 4.000'; } >sums.log
sed -i '1s/^10.0.0.1 - -/10.0.0.1 - a 77.777/' sums.log
run --file sums.log
check 'of several upstreams the sum counts' test "$(sed -n '2,5s/^ *\([0-9.]*\) .* /\1 /p' <<<"$out" | tr '\n' ,)" = '60.021 /sum,30.021 /quoted,5.000 /one,4.000 /stamp,'
awk 'BEGIN { srand(7); for (i = 0; i < 30000; i++) printf "10.0.0.1 - - [10/Oct/2024:13:55:36 +0000] \"GET /%d HTTP/1.1\" 200 61 \"-\" \"x\" %.3f\n", i, rand() * 30 }' >long.log
slowest=$(awk '{ print $NF }' long.log | sort -nr | head -n 5 | tr '\n' ,)
stub sort <<<'tee sorted | PATH=${PATH#*:} exec sort "$@"'
run --file long.log --limit 5
check 'of a long log the slowest are told, in their order' test "$(awk '$3 == "GET" { print $1 }' <<<"$out" | tr '\n' ,)" = "$slowest"
check 'and all are counted' grep -qx '5 of 30000 requests with a time shown; 30000 lines read, 0 without a time' <<<"$out"
check 'but not all are kept' test "$(wc -l <sorted)" -lt 300
for each in 0.000 1.000; do line 'GET /same' $each; done >same.log
for _ in 1 2 3 4 5 6 7 8; do cat same.log; done >long.log
run --file long.log --limit 12
check 'of many that took the same as many as are wanted' test "$(grep -c '^ *1.000 ' <<<"$out"):$(grep -c '^ *0.000 ' <<<"$out")" = 8:4
check 'and no more are kept' test "$(wc -l <sorted)" -eq 15
rm .stubs/sort
printf '10.0.0.1 - - [d] "GET / HTTP/1.1" 200 61 "-" "x"\n' >plain.log
run --file plain.log
check 'a log without times is a failure' test "$status" -eq 1
check 'and what is missing is told' grep -q 'request_time' <<<"$err"
: >empty.log
run --file empty.log
check 'an empty log is no failure' test "$status" -eq 0
run --file nowhere.log
check 'a missing file is refused' test "$status" -eq 3
run --file access.log --limit x
check 'a bad number is refused' test "$status" -eq 2
run --file '$(touch pwned); touch pwned'
check 'a hostile name runs nothing' test ! -e pwned
finish
