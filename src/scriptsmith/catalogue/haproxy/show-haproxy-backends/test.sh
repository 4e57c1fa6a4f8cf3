#!/usr/bin/env bash
. "$HARNESS"

stub socat <<'STUB'
[[ $1 == -t && $3 == - && $4 == UNIX-CONNECT:/* && $# -eq 4 ]] || exit 1
read -r command
echo "asked: $command" >>"$STUB_LOG"
case $4 in
  *web.sock) echo 'HTTP/1.0 400'; exit ;;
  *dead.sock) echo 'socat: E connect: Connection refused' >&2; exit 1 ;;
esac
[[ $command == 'show stat' ]] || { echo 'Unknown command'; exit; }
cat <<'CSV'
# pxname,svname,qcur,qmax,scur,smax,slim,stot,bin,bout,dreq,dresp,ereq,econ,eresp,wretr,wredis,status,weight,act,bck,chkfail,chkdown,lastchg,downtime,qlimit,pid,iid,sid,throttle,lbtot,tracked,type,rate,rate_lim,rate_max,check_status,check_code,
http,FRONTEND,,,12,50,2000,900,1,2,0,0,0,,,,,OPEN,,,,,,,,,1,1,0,,,,0,5,0,20,,,
shop,web1,0,0,7,20,,500,1,2,,0,,0,0,0,0,UP,100,1,0,0,0,7300,0,,1,2,1,,500,,2,3,,10,L7OK,200,
shop,web2,0,0,0,20,,400,1,2,,0,,0,0,0,0,DOWN,100,1,0,9,1,125,60,,1,2,2,,400,,2,0,,10,L4CON,,
shop,BACKEND,3,9,7,40,200,900,1,2,0,0,,0,0,0,0,UP,100,1,0,,0,7300,0,,1,2,0,,900,,1,3,,20,,,
api,a1,0,0,0,0,,0,0,0,,0,,0,0,0,0,MAINT,1,1,0,0,0,90000,0,,1,3,1,,0,,2,0,,0,,,
api,BACKEND,0,0,0,0,200,0,0,0,0,0,,0,0,0,0,DOWN,0,0,0,,1,59,0,,1,3,0,,0,,1,0,,0,,,

CSV
STUB
touch admin.sock web.sock dead.sock

run --socket admin.sock
check 'a server that is down is shown with its check' grep -qxF '  DOWN         shop/web2  weight 100, 0 sessions, 0 queued, for 2m, check L4CON' <<<"$out"
check 'it succeeds' test "$status" -eq 0
check 'a server that is up is shown' grep -q '^  UP  .*shop/web1 .* 7 sessions, 0 queued, for 2h, check L7OK$' <<<"$out"
check 'what is not up comes first' test "$(grep -oE 'shop/web[12]' <<<"$out" | head -n 1)" = shop/web2
check 'a backend is shown' grep -qx 'backend shop: UP, 1 servers in use, 7 sessions, 3 queued' <<<"$out"
check 'a backend without servers is marked' grep -q '^backend api: DOWN, .*NO SERVER LEFT$' <<<"$out"
check 'all is counted' grep -qx '2 backends, 1 without a server, 3 servers, 2 of them not up' <<<"$out"
check 'where all are checked nothing more is said' test -z "$(grep 'does not know' <<<"$out")"
check 'nothing but a look was asked' test "$(calls '^asked')" = 'asked: show stat'
run --socket admin.sock --backend api
check 'one backend is shown on request' bash -c 'grep -q "^1 backends" <<<"$1" && ! grep -q shop <<<"$1"' _ "$out"
sed -i '/^shop,web2/s/DOWN/no check/' .stubs/socat
run --socket admin.sock
check 'that those without a check may be down is told' grep -qx 'whether the 1 servers with "no check" are up HAProxy does not know' <<<"$out"
run --socket admin.sock --backend absent
check 'a backend that does not exist is refused' test "$status" -eq 3
: >"$STUB_LOG"
run --socket admin.sock --dry-run
check 'a dry run asks nothing' bash -c '[ "$1" -eq 0 ] && [ -z "$2" ]' _ "$status" "$(calls .)"
run --socket web.sock
check 'another answer is a failure' test "$status" -eq 1
run --socket dead.sock
check 'a socket that nobody serves is a failure' test "$status" -eq 1
run --socket ''
check 'an empty name is refused' test "$status" -eq 2
run --socket nowhere.sock
check 'a missing socket is refused' test "$status" -eq 3
run --socket 'x,exec=touch pwned'
check 'an address with options of socat is refused' test "$status" -eq 2
run --socket admin.sock --backend 'x; touch pwned'
check 'a hostile name is refused' bash -c '[ "$1" -eq 2 ] && [ ! -e pwned ]' _ "$status"
finish
