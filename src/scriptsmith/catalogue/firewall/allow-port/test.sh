#!/usr/bin/env bash
. "$HARNESS"

printf 'ufw allow 22/tcp\n' >.added
echo active >.state
echo 0 >.uid
stub id <<<'cat .uid'
stub ufw <<'EOF'
[ ! -e .broken ] || { echo 'ERROR: problem running' >&2; exit 1; }
case "$*" in
  status) printf 'Status: %s\n\nTo                         Action      From\n' "$(cat .state)" ;;
  'show added') printf "Added user rules (see 'ufw status' for running firewall):\n"; cat .added ;;
  '--dry-run allow '*) shift 2; if grep -qxF "ufw allow $*" .added; then echo 'Skipping adding existing rule'; else echo '### tuple ###'; fi ;;
  allow\ *) shift; if [ ! -e .deaf ]; then echo "ufw allow $*" >>.added; fi; echo 'Rule added' ;;
  *) echo 'ERROR: Invalid syntax' >&2; exit 1 ;;
esac
EOF
cp .added .first

run --port 8443 --dry-run
check 'a dry run says what it would do' grep -qx 'would run: ufw allow 8443/tcp (Status: active)' <<<"$out"
check 'a dry run changes nothing' cmp .added .first
run --port 8443
check 'it succeeds' test "$status" -eq 0
check 'the rule is there' grep -qx 'ufw allow 8443/tcp' .added
check 'that everybody may come in is told' grep -q 'everybody' <<<"$err"
run --port 8443
check 'a second run has nothing to do' grep -q '^nothing to do' <<<"$out"
check 'and adds nothing' test "$(calls '^ufw allow' | wc -l)" -eq 1
run --port 5432 --from-network 10.0.0.0/8
check 'a source is handed on' grep -qx 'ufw allow from 10.0.0.0/8 to any port 5432 proto tcp' .added
run --port 051820 --protocol udp
check 'a protocol is handed on' grep -qx 'ufw allow 51820/udp' .added
printf "ufw allow 9000/tcp comment 'of team X'\n" >>.added
run --port 9000
check 'a rule with a comment is there already, and keeps it' bash -c '[ "$1" -eq 0 ] && grep -q "^nothing to do" <<<"$2" && [ "$(grep -c 9000 .added)" = 1 ]' _ "$status" "$out"
echo inactive >.state
run --port 9100
check 'an inactive ufw is pointed out' bash -c '[ "$1" -eq 0 ] && grep -q "no effect yet" <<<"$2"' _ "$status" "$err"
check 'and is not switched on' test -z "$(calls 'enable')"
touch .deaf
run --port 9101
check 'a rule that does not appear is a failure' test "$status" -eq 1
touch .broken
run --port 9101
check 'a failing ufw is a failure' test "$status" -eq 1
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
finish
