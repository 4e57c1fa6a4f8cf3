#!/usr/bin/env bash
. "$HARNESS"

printf 'ufw allow 22/tcp\n' >.added
echo active >.state
echo 0 >.uid
stub id <<<'cat .uid'
stub ufw <<'EOF'
[ ! -e .broken ] || { echo 'ERROR: problem running' >&2; exit 1; }
case "$*" in
  status) [ -z "${LANGUAGE-}" ] || { echo 'État : actif'; exit; } # as where the package of a language is
    printf 'Status: %s\n\nTo                         Action      From\n' "$(cat .state)" ;;
  'show added') printf "Added user rules (see 'ufw status' for running firewall):\n"; cat .added ;;
  *' from 999.'*) echo 'ERROR: Bad source address' >&2; exit 1 ;;
  '--dry-run allow '*) shift 2; if grep -qxF "ufw allow $*" .added; then [ ! -e .half ] || echo '### tuple ### allow tcp 443 ::/0 any ::/0 in'; echo 'Skipping adding existing rule'; else echo '### tuple ###'; fi ;;
  allow\ *) shift; if [ -e .full ]; then echo 'ERROR: could not write' >&2; exit 1; fi; if [ ! -e .deaf ]; then echo "ufw allow $*" >>.added; rm -f .half; fi; echo 'Rule added' ;;
  *) echo 'ERROR: Invalid syntax' >&2; exit 1 ;;
esac
EOF
cp .added .first

export LANGUAGE=fr:en
run --port 8443 --dry-run
check 'a dry run says what it would do' grep -qx 'would run: ufw allow 8443/tcp (Status: active)' <<<"$out"
check 'a dry run changes nothing' cmp .added .first
run --port 8443
check 'it succeeds' test "$status" -eq 0
check 'the rule is there' grep -qx 'ufw allow 8443/tcp' .added
check 'no rule comes before it' bash -c '! grep -q "come before it" <<<"$1"' _ "$err"
check 'that everybody may come in is told' grep -q 'everybody' <<<"$err"
run --port 8443
check 'a second run has nothing to do' grep -q '^nothing to do' <<<"$out"
check 'and adds nothing' test "$(calls '^ufw allow' | wc -l)" -eq 1
run --port 5432 --from-network 10.0.0.0/8
check 'a source is handed on' grep -qx 'ufw allow from 10.0.0.0/8 to any port 5432 proto tcp' .added
check 'then it is not everybody' bash -c '! grep -q everybody <<<"$1"' _ "$err"
run --port 5433 --from 192.0.2.9
check 'so is an address' grep -qx 'ufw allow from 192.0.2.9 to any port 5433 proto tcp' .added
run --port 5434 --from 2001:db8::1
check 'also of IPv6' grep -qx 'ufw allow from 2001:db8::1 to any port 5434 proto tcp' .added
run --port 5435 --from-network 2001:db8::/32
check 'and a network' grep -qx 'ufw allow from 2001:db8::/32 to any port 5435 proto tcp' .added
run --port 5436 --from-network nonsense
check 'a network must be one' test "$status" -eq 2
run --port 5436 --from 999.1.1.1 --dry-run
check 'what ufw does not take is a failure' bash -c '[ "$1" -eq 1 ] && grep -q "does not take the rule: ERROR: Bad source address" <<<"$2"' _ "$status" "$err"
run --port 5436 --protocol sctp
check 'another protocol is refused' test "$status" -eq 2
for port in 1 65535; do
  run --port "$port" --dry-run
  check "port $port is taken" test "$status" -eq 0
done
for port in 0 65536; do
  run --port "$port" --dry-run
  check "there is no port $port" test "$status" -eq 2
done
printf 'ufw deny 9200/tcp\n' >>.added
# As on a full disk, and by Bash before 5.1: each text that is redirected needs a file.
noroom=$( (trap '' XFSZ; ulimit -f 0; bash -O compat44 "$SCRIPT" --port 9200 --dry-run </dev/null 2>/dev/null) | cat)
run --port 9200 --dry-run
check 'without room for a file the same is told' test "$noroom" = "$out"
check 'a rule that would be replaced is the undo' grep -qx 'undo: ufw deny 9200/tcp' <<<"$out"
run --port 9201
check 'a rule that comes before it is told' grep -qx 'ufw deny 9200/tcp' <<<"$err"
run --port 9201
check 'also where the rule is there already' bash -c 'grep -q "^nothing to do" <<<"$1" && grep -qx "ufw deny 9200/tcp" <<<"$2"' _ "$out" "$err"
touch .half
run --port 9201
check 'one for IPv4 alone is not there yet' test "$status:$(grep -c '^allowed: 9201/tcp' <<<"$out")" = 0:1
touch .full
run --port 9202
check 'a rule that cannot be written is a failure' bash -c '[ "$1" -eq 1 ] && grep -q "ufw did not take the rule" <<<"$2"' _ "$status" "$err"
rm .full
run --port 051820 --protocol udp
check 'a protocol is handed on' grep -qx 'ufw allow 51820/udp' .added
printf "ufw allow 9000/tcp comment 'of team X'\n" >>.added
run --port 9000
check 'a rule with a comment is there already, and keeps it' bash -c '[ "$1" -eq 0 ] && grep -q "^nothing to do" <<<"$2" && [ "$(grep -c 9000 .added)" = 1 ]' _ "$status" "$out"
echo inactive >.state
run --port 9100
check 'an inactive ufw is pointed out' bash -c '[ "$1" -eq 0 ] && grep -q "no effect yet" <<<"$2"' _ "$status" "$err"
run --port 9100
check 'also where the rule is there already and ufw is not active' bash -c 'grep -q "^nothing to do" <<<"$1" && grep -q "no effect yet" <<<"$2"' _ "$out" "$err"
check 'and is not switched on' test -z "$(calls 'enable')"
touch .deaf
run --port 9101
check 'a rule that does not appear is a failure' test "$status" -eq 1
touch .broken
run --port 9101
check 'a failing ufw is a failure' bash -c '[ "$1" -eq 1 ] && grep -q "ufw does not answer" <<<"$2"' _ "$status" "$err"
echo 1000 >.uid
run --port 9101
check 'without root it is refused' test "$status" -eq 3
run --port 9101 --from nonsense
check 'a source must be an address' test "$status" -eq 2
run --port 9101 --from 192.0.2.9 --from-network 10.0.0.0/8
check 'two sources are refused' test "$status" -eq 2
run
check 'the port is required' test "$status" -eq 2
run --port 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --port '$(touch pwned)'
check 'a hostile value runs nothing' test ! -e pwned
# equivalent mutant edf370de: a number is above 0 whatever it is read in
finish
