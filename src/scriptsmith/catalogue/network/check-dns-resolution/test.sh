#!/usr/bin/env bash
. "$HARNESS"

stub timeout <<'EOF'
shift
exec "$@"
EOF
stub getent <<'EOF'
if [[ $1 == -s ]]; then [[ "$2 $3 $4" == 'files ahosts local.example' || "$2 $3 $4" == 'myhostname ahosts own.example' ]] && echo '192.0.2.9 STREAM' || exit 2; exit; fi
case $2 in
  local.example | own.example) printf '192.0.2.9 STREAM local.example\n' ;;
  good.example) printf '192.0.2.1 STREAM good.example\n192.0.2.1 DGRAM\n2001:db8::1 STREAM\n' ;;
  slow.example) exit 124 ;;
  *) exit 2 ;;
esac
EOF
stub dig <<'EOF'
[ "$HOME" = /dev/null ] || exit 1
case "$*" in
  *@192.0.2.99*) echo ';; communications error: timed out'; exit 9 ;;
  *@192.0.2.97*) printf ';; ->>HEADER<<- opcode: QUERY, status: SERVFAIL, id: 1\n' ;;
  *@192.0.2.96*) printf ';; ->>HEADER<<- opcode: QUERY, status: NOTIMP, id: 1\n' ;;
  *@192.0.2.95*) printf ';; ->>HEADER<<- opcode: QUERY, status: NOERROR, id: 1\n;; flags: qr rd; QUERY: 1, ANSWER: 0, AUTHORITY: 1, ADDITIONAL: 1\n' ;;
  *@192.0.2.94*) printf ';; ->>HEADER<<- opcode: QUERY, status: NOERROR, id: 1\n;; flags: qr aa rd; QUERY: 1, ANSWER: 0, AUTHORITY: 1, ADDITIONAL: 1\n' ;;
  *@192.0.2.93*) printf ';; ->>HEADER<<- opcode: QUERY, status: NOERROR, id: 1\n;; flags: qr aa rd; QUERY: 1, ANSWER: 1, AUTHORITY: 0\ngood.example.\t300\tIN\tCNAME\tedge.cdn.example.\n' ;;
  *@192.0.2.98*) printf ';; ->>HEADER<<- opcode: QUERY, status: REFUSED, id: 1\n' ;;
  *good.example\ -t\ A) printf ';; Got answer:\n;; ->>HEADER<<- opcode: QUERY, status: NOERROR, id: 1\n;; ANSWER SECTION:\ngood.example.\t300\tIN\tCNAME\talias.example.\nalias.example.\t300\tIN\tA\t192.0.2.5\n' ;;
  *) printf ';; ->>HEADER<<- opcode: QUERY, status: NOERROR, id: 1\n' ;;
esac
EOF

run --name good.example
check 'it succeeds' test "$status" -eq 0
check 'an IPv4 address is shown once' test "$(grep -c '^  192.0.2.1$' <<<"$out")" -eq 1
check 'an IPv6 address is shown' grep -q '^  2001:db8::1$' <<<"$out"
check 'and nothing of a hosts file' test "$(grep -c 'hosts file' <<<"$out")" -eq 0
run --name local.example
check 'that DNS was not asked is told' test "$status:$(grep -c '^note: .*hosts file.*nothing of DNS$' <<<"$out")" = 0:1
run --name own.example
check 'so it is of the name of the host itself' test "$status:$(grep -c '^note: .*its own name.*nothing of DNS$' <<<"$out")" = 0:1
run --name good.example --server 192.0.2.96
check 'another error of a server is no word on the name' test "$status:$(grep -c ': the name server answers with another error$' <<<"$out")" = 1:1
run --name good.example --server 192.0.2.95
check 'nor is a referral' test "$status:$(grep -c ': the name server only refers to others, and does not ask them$' <<<"$out")" = 1:1
run --name good.example --server 192.0.2.94
check 'the word of the zone itself is' test "$status:$(grep -c ': no address for this name$' <<<"$out")" = 1:1
run --name good.example --server 192.0.2.93
check 'an alias into another zone is no fault of the server' test "$status:$(grep -c ': it is an alias (CNAME), and the name server does not know' <<<"$out"):$(grep -c 'no address for' <<<"$out")" = 1:1:0
run --name bad.example
check 'an unknown name is a failure' test "$status" -eq 1
check 'and it is said' grep -q '^does not resolve: bad.example' <<<"$out"
run --name slow.example --timeout 2
check 'silence is told, and that the first name server may be dead' grep -q 'no answer within 2 s (where the first' <<<"$out"

run --name good.example --server 192.0.2.53
check 'a given server is asked' test -n "$(calls '^dig .*@192.0.2.53 -q good.example -t A$')"
check 'its address is shown' grep -q '^  192.0.2.5$' <<<"$out"
check 'an alias is not taken for an address' test -z "$(grep alias <<<"$out")"
run --name good.example --server 192.0.2.99
check 'a dead server is a failure' test "$status" -eq 1
for each in '97 SERVFAIL' '98 REFUSED'; do
  run --name good.example --server "192.0.2.${each% *}"
  check "a server that answers ${each#* } has not said that there is no such name" bash -c '[ "$1" -eq 1 ] && grep -q "$2" <<<"$3" && ! grep -q "no address" <<<"$3"' _ "$status" "(${each#* })" "$out"
done
run --name good.example --server 192.0.2.99
check 'a dead server is told' grep -q 'the name server does not answer' <<<"$out"

run
check 'the name is required' test "$status" -eq 2
run --name -f
check 'an option is no name' test "$status" -eq 2
run --name good.example --timeout soon
check 'a bad timeout is refused' test "$status" -eq 2
run --name 'x; touch pwned'
check 'a hostile name is refused' test "$status" -eq 2
run --name good.example --server '$(touch pwned)'
check 'a hostile value runs nothing' test ! -e pwned
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" --name good.example >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
