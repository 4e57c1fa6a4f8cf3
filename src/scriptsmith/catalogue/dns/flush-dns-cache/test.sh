#!/usr/bin/env bash
. "$HARNESS"
# equivalent mutant d2f925dd: of what was found only whether there was any matters
# equivalent mutant f9ac04fe: of what was found only whether there was any matters
# equivalent mutant 31fb174c: of what failed only whether there was any matters
# equivalent mutant 9fa20623: of what failed only whether there was any matters

echo 0 >.uid
stub id <<<'cat .uid'
stub timeout <<'EOF'
shift
exec "$@"
EOF
stub systemctl <<'EOF'
case $1 in
  is-active) [ "$2" != --quiet ] || exec >/dev/null; [ ! -e .mute ] || { echo 'Failed to retrieve unit state: Connection timed out' >&2; exit 1; }
    if grep -qx "${*: -1}" .running; then echo active; else echo inactive; exit 3; fi ;;
  kill) [ ! -e .broken ] ;;
esac
EOF
stub resolvectl <<'EOF'
case $1 in
  flush-caches) [ ! -e .broken ] ;;
  statistics) printf 'DNSSEC supported: no\n\nCache\n                       Current Cache Size: 0\n                               Cache Hits: 5\n' ;;
  *) exit 1 ;;
esac
EOF
stub nscd <<'EOF'
[ "$1" = --invalidate=hosts ]
EOF
printf 'systemd-resolved.service\nnscd.service\ndnsmasq.service\n' >.running

run --dry-run
check 'a dry run says what it would do' grep -qx 'would flush: systemd-resolved (resolvectl flush-caches)' <<<"$out"
check 'a dry run flushes nothing' test -z "$(calls '^(resolvectl|nscd|systemctl kill)')"
run
check 'it succeeds' test "$status" -eq 0
check 'resolved is flushed' test -n "$(calls '^resolvectl flush-caches$')"
check 'what is left is told' grep -qx '  entries now: 0' <<<"$out"
check 'nscd is flushed' grep -qx 'flushed: nscd' <<<"$out"
check 'dnsmasq is told by a signal' test -n "$(calls '^systemctl kill --signal=HUP dnsmasq.service$')"
printf 'dnsmasq.service\n' >.running
: >"$STUB_LOG"
run
check 'what does not run is left alone' test -z "$(calls '^(resolvectl|nscd)')"
touch .broken
run
check 'a flush that fails is a failure' test "$status" -eq 1
check 'and is told' grep -q 'could not flush: dnsmasq' <<<"$err"
: >.running
run
check 'no cache means nothing to do' bash -c '[ "$1" -eq 0 ] && grep -q "^nothing to do: .*; programs such as Java keep answers themselves$" <<<"$2"' _ "$status" "$out"
stub nmcli <<<'[ "$*" = "general reload dns-full" ] && [ ! -e .broken ]'
cp "$(command -v sleep)" dnsmasq; cp "$(command -v bash)" NetworkManager
./dnsmasq 300 & other=$!
await grep -qx dnsmasq "/proc/$other/comm"
run
check 'a dnsmasq of somebody else is none of the host' bash -c '[ "$1" -eq 0 ] && grep -q "^nothing to do" <<<"$2"' _ "$status" "$out"
./NetworkManager -c './dnsmasq 300 & echo $! >kid; wait' & manager=$!
await test -s kid
await grep -qx dnsmasq "/proc/$(cat kid)/comm"
run
check 'one that does not restart is a failure' test "$status:$(grep -c 'could not flush: dnsmasq of NetworkManager' <<<"$err")" = 1:1
rm .broken; run
check 'that of NetworkManager is restarted' test "$status:$out" = '0:flushed: dnsmasq of NetworkManager, by a restart'
kill "$other" "$(cat kid)" "$manager"; wait "$other" "$manager" 2>/dev/null; touch .broken
for each in unbound named bind9 named-chroot pdns-recursor; do
  echo "$each.service" >.running
  run
  check "a cache that is not flushed is told: $each" test "$status" -eq 1 -a -n "$(grep '^not flushed: .* runs here' <<<"$err")" -a -z "$(grep 'nothing to do' <<<"$out")"
done
: >.running
touch .mute; run; rm .mute
check 'that systemd does not answer is not taken for no cache' test "$status:$out:$(grep -c 'does not tell which caches run' <<<"$err")" = 1::1
echo 1000 >.uid
run
check 'without root it is refused' test "$status" -eq 3
run --dry-run
check 'a dry run needs no root' test "$status" -eq 0
run '$(touch pwned)'
check 'a word too many runs nothing' bash -c '[ "$1" -eq 2 ] && [ ! -e pwned ]' _ "$status"
run --bogus
check 'an unknown option is wrong usage' test "$status" -eq 2
run --help
check 'help is given' grep -q '^Usage:' <<<"$out"
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT"  >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
