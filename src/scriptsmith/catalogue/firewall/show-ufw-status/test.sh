#!/usr/bin/env bash
. "$HARNESS"

echo 0 >.uid
stub id <<<'cat .uid'
stub ufw <<'EOF'
[ ! -e .broken ] || { echo 'ERROR: problem running iptables' >&2; exit 1; }
if [ -e .off ]; then
  case "$*" in
    status*) echo 'Status: inactive' ;;
    'show added') printf "Added user rules (see 'ufw status' for running firewall):\n%s\n" "$(cat .off)" ;;
    *) exit 1 ;;
  esac
  exit
fi
[ -z "${LANGUAGE-}" ] || { echo 'État : actif'; exit; }
case "$*" in
  'status verbose') printf 'Status: active\nLogging: on (low)\nDefault: %s (incoming), allow (outgoing), disabled (routed)\nNew profiles: skip\n\nTo                         Action      From\n--                         ------      ----\n22/tcp                     ALLOW IN    Anywhere\n' "$(cat .default)" ;;
  'status numbered') printf 'Status: active\n\n     To                         Action      From\n     --                         ------      ----\n'; [ -e .none ] || printf '[ 1] 22/tcp                     ALLOW IN    Anywhere\n[ 2] 80                         DENY IN     203.0.113.5\n' ;;
  *) exit 1 ;;
esac
EOF
echo deny >.default

run
check 'an active ufw succeeds' test "$status" -eq 0
check 'the defaults are shown' grep -q '^Default: deny (incoming)' <<<"$out"
check 'the rules are numbered' grep -q '^\[ 2\] 80 .*203.0.113.5' <<<"$out"
check 'they are counted' grep -qx '2 rules' <<<"$out"
check 'they are shown once' test "$(grep -c 22/tcp <<<"$out")" -eq 1
check 'nothing is changed' test -z "$(calls '^ufw' | grep -vE '^ufw (status|show)')"
LANGUAGE=fr:en run
check 'a language that the caller has is no matter' test "$status:$(grep -cx '2 rules' <<<"$out")" = 0:1
touch .none
run
check 'no rules is no fault' bash -c '[ "$1" -eq 0 ] && grep -qx "no rules" <<<"$2"' _ "$status" "$out"
echo allow >.default
run
check 'an open default is pointed out' grep -q 'is let in' <<<"$err"
echo 'ufw allow 22/tcp' >.off
run
check 'an inactive ufw is a failure' test "$status" -eq 1
check 'rules that wait are shown' grep -qx 'ufw allow 22/tcp' <<<"$out"
check 'that nothing is filtered is told' grep -q '^NOT ACTIVE' <<<"$out"
echo "ufw allow 22/tcp comment 'None of ours'" >.off
run
check 'also with the word None in a comment' grep -qx "ufw allow 22/tcp comment 'None of ours'" <<<"$out"
echo '(None)' >.off
run
check 'none that wait are none' test "$(grep -c 'wait until' <<<"$out")" -eq 0
touch .broken
run
check 'a failing ufw is a failure' test "$status" -eq 1
echo 1000 >.uid
run
check 'without root it is refused' test "$status" -eq 3
run '$(touch pwned)'
check 'a word too many runs nothing' bash -c '[ "$1" -eq 2 ] && [ ! -e pwned ]' _ "$status"
run --bogus
check 'an unknown option is wrong usage' test "$status" -eq 2
run --help
check 'help is given' grep -q '^Usage:' <<<"$out"
finish
