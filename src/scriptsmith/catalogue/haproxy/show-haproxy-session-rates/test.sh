#!/usr/bin/env bash
. "$HARNESS"

stub socat <<'STUB'
unset BASH_COMPAT # which a check sets for the script
[[ $1 == -t && $3 == - && $4 == UNIX-CONNECT:/* && $# -eq 4 ]] || exit 1
read -r command
echo "asked: $command" >>"$STUB_LOG"
case $4 in *dead.sock) exit 1 ;; *web.sock) echo 'HTTP/1.0 400'; exit ;; esac
case $4:$command in *mixed.sock:'show stat') printf 'Permission denied\n\n'; exit ;; esac
case $command in
  'show stat') cat <<'CSV' ;;
# pxname,svname,scur,smax,slim,status,rate,rate_lim,rate_max,hrsp_5xx,req_rate,
http,FRONTEND,1900,1990,2000,OPEN,55,0,320,12,480,
full,FRONTEND,5,100,100,OPEN,1,0,7,,,
tcp-db,FRONTEND,5,9,2000,OPEN,1,0,7,,,
shop,BACKEND,40,90,200,UP,55,,320,12,,

CSV
  'show info') if [[ $4 == *half.sock ]]; then printf 'Name: HAProxy\nCurrConns: 5\n\n'; else printf 'Name: HAProxy\nVersion: 2.6.12\nMaxconn: 4000\nHard_maxconn: 4000\nCurrConns: %s\nConnRate: 56\nIdle_pct: 71\n\n' "$(cat current)"; fi ;;
  *) echo 'Unknown command' ;;
esac
STUB
echo 1905 >current
touch admin.sock dead.sock web.sock half.sock mixed.sock

run --socket admin.sock
check 'a frontend is shown with its rates, and marked near its limit' grep -qx 'frontend http: 1900 of 2000 sessions (most 1990), 55/s new (most 320/s), 480 requests/s, 12 errors 5xx  NEAR ITS LIMIT' <<<"$out"
check 'it succeeds' test "$status" -eq 0
check 'one without HTTP counters is shown' grep -qx 'frontend tcp-db: 5 of 2000 sessions (most 9), 1/s new (most 7/s), 0 requests/s, 0 errors 5xx' <<<"$out"
check 'one that was full at its peak is marked' grep -qx 'frontend full: 5 of 100 sessions (most 100), 1/s new (most 7/s), 0 requests/s, 0 errors 5xx  HAS BEEN AT ITS LIMIT' <<<"$out"
check 'backends are left out' grep -qx '3 frontends' <<<"$out"
check 'the process is told' grep -qx 'process: 1905 of 4000 connections, 71 % idle' <<<"$out"
check 'nothing but looks were asked' test "$(calls '^asked' | grep -cv 'show ')" -eq 0
status=0
out=$( (trap '' XFSZ; ulimit -f 0; STUB_LOG=/dev/null BASH_COMPAT=5.0 bash "$SCRIPT" --socket admin.sock </dev/null 2>/dev/null) | cat) || status=$?
check 'without room for a file it works' test "$status:$(grep -c '^frontend http\|^process: 1905' <<<"$out")" = 0:2
echo 3900 >current
run --socket admin.sock
check 'a process near its limit is marked' grep -q '^process: 3900 of 4000 connections  NEAR ITS LIMIT' <<<"$out"
echo 3200 >current
run --socket admin.sock
check 'at 80 % it is not yet' grep -qx 'process: 3200 of 4000 connections, 71 % idle' <<<"$out"
echo 3201 >current
run --socket admin.sock
check 'one more and it is' grep -q '^process: 3201 of 4000 connections  NEAR ITS LIMIT' <<<"$out"
: >"$STUB_LOG"
run --socket admin.sock --dry-run
check 'a dry run asks nothing' bash -c '[ "$1" -eq 0 ] && [ -z "$2" ]' _ "$status" "$(calls .)"
run --socket half.sock
check 'half an answer is a failure' bash -c '[ "$1" -eq 1 ] && grep -q "did not tell its connections" <<<"$2"' _ "$status" "$err"
run --socket web.sock
check 'another answer is a failure' test "$status" -eq 1
run --socket mixed.sock
check 'statistics that are refused are a failure' test "$status:$out" = 1:
run --socket dead.sock
check 'a socket that nobody serves is a failure' test "$status" -eq 1
run --socket nowhere.sock
check 'a missing socket is refused' test "$status" -eq 3
mkdir few; ln -s "$(type -P bash)" "$(type -P timeout)" "$PWD/.stubs/socat" few
PATH=$PWD/few run --socket admin.sock --dry-run
check 'without awk it is refused' test "$status" -eq 3
run --socket ''
check 'an empty name is refused' test "$status" -eq 2
run --socket 'x;touch pwned'
check 'a hostile name is refused' bash -c '[ "$1" -eq 2 ] && [ ! -e pwned ]' _ "$status"
finish
