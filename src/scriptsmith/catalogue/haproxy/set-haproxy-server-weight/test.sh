#!/usr/bin/env bash
. "$HARNESS"

stub socat <<'STUB'
[[ $1 == -t && $3 == - && $4 == UNIX-CONNECT:/* && $# -eq 4 ]] || exit 1
read -r command
echo "asked: $command" >>"$STUB_LOG"
case $4 in *dead.sock) exit 1 ;; esac
case $command in
  'get weight shop/web9') printf 'No such server.\n\n' ;;
  'get weight shop/light') printf '%s (initial 1)\n\n' "$(cat light 2>/dev/null || echo 1)" ;;
  'set weight shop/light 0%') echo 0 >light; echo ;;
  'get weight shop/odd') printf '%s (initial 3)\n\n' "$(cat odd)" ;;
  'set weight shop/odd '*%) new=${command##* }; echo "$(((3 * ${new%\%} + 99) / 100))" >odd; echo ;;
  'get weight shop/zero') printf '%s (initial 0)\n\n' "$(cat zero)" ;;
  'set weight shop/zero '*) echo 0 >zero; echo ;;
  'show stat')
    [ ! -e hung ] || exit 1
    [ ! -e blind ] || { printf 'Permission denied\n\n'; exit; }
    [ ! -e agent ] || { printf '# pxname,svname,status,weight,agent_status,\nshop,web1,UP,100,,\nshop,web2,DOWN 1/2,100,* L7OK,\n\n'; exit; }
    printf '# pxname,svname,status,weight,\nshop,web1,UP,%s,\nshop,web2,%s,25,\nshop,BACKEND,UP,100,\nother,web1,UP,100,\n\n' "$(cat beside 2>/dev/null || echo 100)" "$(cat status 2>/dev/null || echo UP)" ;;
  'get weight '*) printf '%s (initial 100)\n\n' "$(cat weight)" ;;
  'set weight shop/static '*) printf 'Backend is using a static LB algorithm and only accepts weights '"'0%%' and '100%%'"'.\n\n' ;;
  'set weight shop/denied '*) printf 'Permission denied\n\n' ;;
  'set weight shop/stubborn '*) echo ;;
  'set weight '*%) new=${command##* }; echo "${new%\%}" >weight; echo ;;
  *) echo 'Unknown command' ;;
esac
STUB
echo 100 >weight
touch admin.sock dead.sock

run --backend shop --server web2 --weight 25 --socket admin.sock --dry-run
check 'a dry run says what it would set' grep -qx 'would set: weight of shop/web2 from 100 to 25 (25 % of 100)' <<<"$out"
check 'a dry run changes nothing' grep -qx 100 weight
run --backend shop --server web2 --weight 25 --socket admin.sock
check 'it succeeds' test "$status" -eq 0
check 'the weight is set' grep -qx 25 weight
check 'it says so' grep -qx 'set: shop/web2 has the weight 25 of 100 (before: 100, 100 %)' <<<"$out"
run --backend shop --server web2 --weight 25 --socket admin.sock
check 'a second run changes nothing' bash -c '[ "$1" -eq 0 ] && [ "$2" -eq 1 ]' _ "$status" "$(calls 'asked: set' | wc -l)"
check 'that a reload takes it back is told' grep -qx 'note: at a restart or a reload of HAProxy the weight is 100 again, as its configuration says' <<<"$err"
check 'a server that takes sessions is not spoken of' test -z "$(grep 'its weight' <<<"$err")"
for word in MAINT 'DOWN 1/2' DRAIN; do
  echo "$word" >status
  run --backend shop --server web2 --weight 25 --socket admin.sock
  check "one that takes none is: $word" grep -qx "note: the status of shop/web2 is $word, so it takes no new sessions whatever its weight" <<<"$err"
done
rm status
echo 0 >beside
run --backend shop --server web2 --weight 0 --socket admin.sock
check 'the last server that takes sessions keeps its weight' bash -c '[ "$1" -eq 3 ] && grep -qx 25 weight' _ "$status"
rm beside
run --backend shop --server web2 --weight 0 --socket admin.sock
check 'no weight at all is taken' bash -c '[ "$1" -eq 0 ] && grep -qx 0 weight' _ "$status"
echo DRAIN >status; echo 0 >weight
run --backend shop --server web2 --weight 1 --socket admin.sock --dry-run
check 'what drains only for its weight will take sessions' test -z "$(grep whatever <<<"$err")"
rm status; run --backend shop --server web2 --weight 1 --socket admin.sock
check 'so is one percent' bash -c '[ "$1" -eq 0 ] && grep -qx 1 weight' _ "$status"
run --backend shop --server web2 --weight 0100 --socket admin.sock
check 'four digits are refused' test "$status" -eq 2
run --backend shop --server web2 --weight 100 --socket admin.sock
check 'of the whole weight no reload is spoken' test -z "$err"
check 'and all of it' bash -c '[ "$1" -eq 0 ] && grep -qx 100 weight' _ "$status"
echo 1 >odd
run --backend shop --server odd --weight 100 --socket admin.sock
check 'the share before is rounded up' grep -qx 'set: shop/odd has the weight 3 of 3 (before: 1, 34 %)' <<<"$out"
run --backend shop --server odd --weight 50 --socket admin.sock
check 'HAProxy rounds up too' bash -c '[ "$1" -eq 0 ] && grep -q "has the weight 2 of 3 " <<<"$2"' _ "$status" "$out"
echo 5 >zero
run --backend shop --server zero --weight 0 --socket admin.sock
check 'of no weight there is no share' grep -qx 'set: shop/zero has the weight 0 of 0 (before: 5, 0 %)' <<<"$out"
run --backend shop --server zero --weight 50 --socket admin.sock
check 'and half of it is none' grep -q '^nothing to change: shop/zero has the weight 0 of 0' <<<"$out"
touch agent
run --backend shop --server web2 --weight 50 --socket admin.sock
check 'that an agent sets the weight again is told' test "$status:$(grep -c '^note: an agent (agent-check) sets the weight of shop/web2 too, .*: disable agent shop/web2$' <<<"$err"):$(grep -c 'is DOWN 1/2, so' <<<"$err")" = 0:1:1
run --backend shop --server web1 --weight 100 --socket admin.sock
check 'and not of a server without one' test "$(grep -c agent <<<"$err")" -eq 0
rm agent; echo 100 >weight
touch blind
run --backend shop --server web2 --weight 0 --socket admin.sock
check 'where others cannot be seen nothing is set' bash -c '[ "$1" -eq 1 ] && grep -q "not the statistics" <<<"$2" && grep -qx 100 weight' _ "$status" "$err"
rm blind
touch hung
run --backend shop --server web2 --weight 0 --socket admin.sock
check 'nor where HAProxy does not answer any more' bash -c '[ "$1" -eq 1 ] && grep -q "does not answer" <<<"$2" && grep -qx 100 weight' _ "$status" "$err"
rm hung
stub awk <<<'echo "awk: out of memory" >&2; exit 2'
run --backend shop --server web2 --weight 0 --socket admin.sock
check 'nor where they cannot be counted' bash -c '[ "$1" -eq 1 ] && grep -q "cannot be read" <<<"$2" && grep -qx 100 weight' _ "$status" "$err"
rm .stubs/awk
mkdir few
for tool in bash timeout cat; do ln -s "$(command -v "$tool")" few; done
with_few() { # ARG...: as run, with few programs
  status=0
  PATH=$PWD/few few/bash "$SCRIPT" "$@" >few.out 2>few.err </dev/null || status=$?
  out=$(<few.out) err=$(<few.err)
}
with_few --backend shop --server web2 --weight 25 --socket admin.sock
check 'without socat it is refused' test "$status:$(grep -c 'socat is not installed' <<<"$err")" = 3:1
cp .stubs/socat few
with_few --backend shop --server web2 --weight 25 --socket admin.sock
check 'without awk, too' test "$status:$(grep -c 'awk is not installed' <<<"$err"):$(<weight)" = 3:1:100
run --backend shop --server light --weight 0 --socket admin.sock
check 'one is a weight, too' grep -qx 'set: shop/light has the weight 0 of 1 (before: 1, 100 %)' <<<"$out"
rm light
run --backend shop --server -web2 --weight 5 --socket admin.sock
check 'a name that begins with - is refused' test "$status" -eq 2
run --backend shop --server web2 --weight 5 --socket nowhere.sock
check 'a missing socket is refused' test "$status" -eq 3
run --backend shop --server web2 --weight 5 --socket ''
check 'an empty name of the socket is refused' test "$status" -eq 2
run --backend shop --server web2 --weight 5 --socket 'x,exec=touch pwned'
check 'an address with options of socat is refused' bash -c '[ "$1" -eq 2 ] && [ ! -e pwned ]' _ "$status"
run --backend shop --server light --weight 50 --socket admin.sock
check 'a weight that cannot be divided is refused' test "$status" -eq 3
run --backend shop --server static --weight 50 --socket admin.sock
check 'a refusal is a failure, with its words' bash -c '[ "$1" -eq 1 ] && grep -q "static LB" <<<"$2"' _ "$status" "$err"
run --backend shop --server denied --weight 50 --socket admin.sock
check 'missing rights are a failure' test "$status" -eq 1
run --backend shop --server stubborn --weight 50 --socket admin.sock
check 'a weight that does not take is a failure' test "$status" -eq 1
run --backend shop --server web9 --weight 50 --socket admin.sock
check 'a server that does not exist is refused' test "$status" -eq 3
run --backend shop --server web2 --weight 50 --socket dead.sock
check 'a socket that nobody serves is a failure' test "$status" -eq 1
run --backend shop --server web2 --weight 101 --socket admin.sock
check 'more than 100 % is refused' test "$status" -eq 2
run --backend shop --server web2
check 'the weight is required' test "$status:$(grep -c -e '--weight is required' <<<"$err")" = 2:1
run --backend shop --weight 5
check 'the server is required' test "$status:$(grep -c -e '--server is required' <<<"$err")" = 2:1
run --server web2 --weight 5
check 'the backend is required' test "$status:$(grep -c -e '--backend is required' <<<"$err")" = 2:1
run --backend 'shop/web1 0%; x' --server web2 --weight 5 --socket admin.sock
check 'a second command in a name is refused' test "$status" -eq 2
run --backend shop --server '$(touch pwned)' --weight 5 --socket admin.sock
check 'a hostile name is refused' bash -c '[ "$1" -eq 2 ] && [ ! -e pwned ]' _ "$status"
finish
