#!/usr/bin/env bash
. "$HARNESS"

stub socat <<'STUB'
[[ $1 == -t && $3 == - && $4 == UNIX-CONNECT:/* && $# -eq 4 ]] || exit 1
read -r command
echo "asked: $command" >>"$STUB_LOG"
case $4 in *dead.sock) exit 1 ;; *web.sock) echo 'HTTP/1.0 400'; exit ;; esac
case $command in
  'show stat')
    echo '# pxname,svname,qcur,qmax,scur,smax,slim,stot,bin,bout,dreq,dresp,ereq,econ,eresp,wretr,wredis,status,weight,act,bck,'
    for f in state/*; do n=${f#state/}; printf '%s,%s,0,0,7,20,,500,1,2,,0,,0,0,0,0,%s,%s,1,0,\n' "${n%%_*}" "${n#*_}" "$(cat "$f")" "$(cat "weight/$n" 2>/dev/null || echo 100)"; done
    printf 'shop,BACKEND,0,0,7,20,,500,1,2,,0,,0,0,0,0,UP,100,1,0,\n\n' ;;
  'show servers state '*)
    if [ -e old ]; then printf '1\n# be_id be_name srv_id srv_name srv_addr srv_op_state\n3 %s 1 web1 127.0.0.1 2\n\n' "${command##* }"; exit; fi
    printf '1\n# be_id be_name srv_id srv_name srv_addr srv_op_state srv_admin_state srv_uweight\n'
    b=${command##* }
    for f in state/"$b"_*; do printf '3 %s 1 %s 127.0.0.1 2 %s 1\n' "$b" "${f#*_}" "$(cat "flags/${f#state/}" 2>/dev/null || echo 0)"; done
    echo ;;
  'set server '*' state '*)
    read -r _ _ name _ new <<<"$command"
    file=state/${name%/*}_${name#*/}
    [[ $name != shop/denied ]] || { printf 'Permission denied\n\n'; exit; }
    [[ $name != shop/stubborn ]] || { echo; exit; }
    [[ $name != shop/leaving ]] || { rm state/shop_leaving; echo; exit; }
    case $new in drain) echo 8 ;; maint) echo 1 ;; ready) echo 0 ;; esac >"flags/${file#state/}"
    grep -qx DOWN "$file" || case $new in drain) echo DRAIN ;; maint) echo MAINT ;; ready) echo UP ;; esac >"$file"
    echo ;;
  *) echo 'Unknown command' ;;
esac
STUB
mkdir state weight flags
for name in shop_web1 shop_web2 shop_denied shop_stubborn api_only light_web1 light_web2 pair_a pair_b; do echo UP >"state/$name"; done
echo 0 >weight/light_web2
touch admin.sock dead.sock web.sock

run --backend shop --server web2 --state drain --socket admin.sock --dry-run
check 'a dry run says what it would set' grep -qx 'would set: shop/web2 from UP to drain (7 sessions, 3 other servers are up)' <<<"$out"
check 'a dry run changes nothing' grep -qx UP state/shop_web2
run --backend shop --server web2 --state drain --socket admin.sock
check 'it succeeds' test "$status" -eq 0
check 'that a reload takes it back is told' grep -qx 'note: at a restart of HAProxy, or a reload without a state file, shop/web2 takes sessions again' <<<"$err"
check 'the server drains' grep -qx DRAIN state/shop_web2
check 'it says so' grep -qx 'set: shop/web2 to drain, its status is DRAIN (before: UP), 7 sessions are open on it' <<<"$out"
run --backend shop --server web2 --state drain --socket admin.sock
check 'a second run changes nothing' bash -c '[ "$1" -eq 0 ] && [ "$2" -eq 1 ]' _ "$status" "$(calls 'asked: set' | wc -l)"
run --backend shop --server web2 --state maint --socket admin.sock
check 'maintenance is taken' bash -c '[ "$1" -eq 0 ] && grep -qx MAINT state/shop_web2' _ "$status"
run --backend shop --server web2 --state maint --socket admin.sock
check 'once' grep -qx 'nothing to change: shop/web2 is set to maint already (status MAINT)' <<<"$out"
run --backend shop --server web2 --state drain --socket admin.sock
check 'what is in maintenance does not drain yet' bash -c '[ "$1" -eq 0 ] && grep -qx DRAIN state/shop_web2' _ "$status"
run --backend shop --server web2 --state ready --socket admin.sock
check 'with ready it is not' test -z "$err"
check 'ready is taken' bash -c '[ "$1" -eq 0 ] && grep -qx UP state/shop_web2' _ "$status"
run --backend api --server only --state maint --socket admin.sock
check 'the last server is refused' bash -c '[ "$1" -eq 3 ] && grep -qx UP state/api_only' _ "$status"
run --backend pair --server a --state drain --socket admin.sock --dry-run
check 'one of two may go' test "$status" -eq 0
echo 'no check' >state/api_only
run --backend api --server only --state maint --socket admin.sock
check 'also one that is not checked' bash -c '[ "$1" -eq 3 ] && grep -q "last server that is up" <<<"$2"' _ "$status" "$err"
echo DOWN >state/api_only
run --backend api --server only --state maint --socket admin.sock
check 'one that is down already may go' test "$status" -eq 0
run --backend light --server web1 --state drain --socket admin.sock
check 'one beside servers without weight is the last too' bash -c '[ "$1" -eq 3 ] && grep -qx UP state/light_web1' _ "$status"
echo DOWN >state/light_web2
run --backend light --server web2 --state drain --socket admin.sock
check 'a server that is down can drain, and stays down' bash -c '[ "$1" -eq 0 ] && grep -q "to drain, its status is DOWN" <<<"$2"' _ "$status" "$out"
run --backend light --server web2 --state ready --socket admin.sock
check 'and can be made ready again' grep -qx 0 flags/light_web2
run --backend shop --server denied --state drain --socket admin.sock
check 'a refusal is a failure, with its words' bash -c '[ "$1" -eq 1 ] && grep -q "Permission denied" <<<"$2"' _ "$status" "$err"
run --backend shop --server stubborn --state drain --socket admin.sock
check 'a state that does not take is a failure' test "$status" -eq 1
echo UP >state/shop_leaving
run --backend shop --server leaving --state drain --socket admin.sock
check 'a server that goes meanwhile is a failure' bash -c '[ "$1" -eq 1 ] && grep -q "is gone after the change" <<<"$2"' _ "$status" "$err"
touch old
run --backend shop --server web1 --state drain --socket admin.sock
check 'a state that is not told is a failure' bash -c '[ "$1" -eq 1 ] && grep -q "does not tell the administrative state" <<<"$2"' _ "$status" "$err"
check 'and nothing is set' grep -qx UP state/shop_web1
rm old
run --backend shop --server web1 --state drain --socket web.sock
check 'another answer is a failure' bash -c '[ "$1" -eq 1 ] && grep -q "not the statistics" <<<"$2"' _ "$status" "$err"
run --backend shop --server -web1 --state drain --socket admin.sock
check 'a name that begins with - is refused' test "$status" -eq 2
run --backend shop --server web1 --state drain --socket ''
check 'an empty name of the socket is refused' test "$status" -eq 2
run --backend shop --server web1 --state drain --socket 'x,exec=touch pwned'
check 'an address with options of socat is refused' bash -c '[ "$1" -eq 2 ] && [ ! -e pwned ]' _ "$status"
run --backend shop --server web9 --state drain --socket admin.sock
check 'a server that does not exist is refused' test "$status" -eq 3
run --backend shop --server web1 --state drain --socket dead.sock
check 'a socket that nobody serves is a failure' test "$status" -eq 1
run --backend shop --server web1 --state drain --socket nowhere.sock
check 'a missing socket is refused' test "$status" -eq 3
run --backend shop --server web1 --state off --socket admin.sock
check 'another state is refused' test "$status" -eq 2
run --backend shop --server 'web1; disable server shop/web2' --state drain --socket admin.sock
check 'a second command in a name is refused' test "$status" -eq 2
run --backend '$(touch pwned)' --server web1 --state drain --socket admin.sock
check 'a hostile name is refused' bash -c '[ "$1" -eq 2 ] && [ ! -e pwned ]' _ "$status"
finish
