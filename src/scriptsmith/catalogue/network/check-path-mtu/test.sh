#!/usr/bin/env bash
. "$HARNESS"

stub ping <<'EOF'
[ "$1 $2 $3 $4 $5 $6 $7 $8 $9" = '-4 -n -q -c 1 -W 1 -M do' ] && [ "${10}" = -s ] && [ $# -eq 12 ] || { echo 'ping: invalid argument' >&2; exit 2; }
size=$((${11} + 28))
lost() { printf 'PING x (192.0.2.1) %d(%d) bytes of data.\n\n--- x ping statistics ---\n1 packets transmitted, 0 received, 100%% packet loss, time 0ms\n' "${11:-0}" "$size"; exit 1; }
case ${12} in
  wide) ;;
  tunnel) [ "$size" -le 1412 ] || lost ;;
  near) [ "$size" -le 1280 ] || { echo 'ping: local error: message too long, mtu=1280' >&2; exit 1; } ;;
  flaky) if [ "$size" -gt 576 ] && [ ! -e .lost ]; then touch .lost; lost; fi ;;
  lossy) [ "$size" -le 576 ] || [ "$(grep -c -e '-s 549 lossy$' "$STUB_LOG")" -ge 3 ] || lost ;;
  dead) lost ;;
  *) echo "ping: ${12}: Name or service not known" >&2; exit 2 ;;
esac
printf '1 packets transmitted, 1 received, 0%% packet loss, time 0ms\nrtt min/avg/max/mdev = 0.3/0.3/0.3/0.0 ms\n'
EOF

run --host wide
check 'a wide path is in order' test "$status" -eq 0
check 'it says so, and that this is one direction' grep -qx 'in order: packets of 1500 bytes reach wide unbroken (the way back was not measured: .*)' <<<"$out"
check 'headers are a part of the size' test -n "$(calls '^ping .*-M do -s 1472 wide$')"
run --host wide --mtu 9000
check 'another size is handed on' test -n "$(calls '^ping .* -s 8972 wide$')"
run --host tunnel
check 'a narrow path is a failure' test "$status" -eq 1
check 'the size is found' grep -qx 'TOO SMALL: packets of at most 1412 bytes reach tunnel, not 1500' <<<"$out"
check 'what looks the same is told' grep -q 'drops large pings looks the same' <<<"$out"
check 'the size for TCP is told' grep -q '(MSS) of 1372' <<<"$out"
run --host tunnel --mtu 1400
check 'a smaller wish is in order' test "$status" -eq 0
: >"$STUB_LOG"
run --host near
check 'a limit of this host is found' grep -q 'at most 1280 bytes' <<<"$out"
check 'and not asked for twice' test "$(calls '^ping .*-s 1472 ' | wc -l)" -eq 1
run --host flaky
check 'one lost ping is no limit' test "$status" -eq 0
run --host lossy
check 'where packets are lost no size is told' test "$status:$(grep -c 'came back only when sent again' <<<"$err"):$(grep -c 'TOO SMALL' <<<"$out")" = 1:1:0
run --host dead
check 'silence is a failure' bash -c '[ "$1" -eq 1 ] && grep -q "answers no ping" <<<"$2"' _ "$status" "$err"
run --host unknown
check 'an unknown name is told' grep -q 'not known' <<<"$err"
run --host wide --mtu 100
check 'a size below the least is refused' test "$status" -eq 2
run --host 2001:db8::1
check 'an IPv6 address is refused' test "$status" -eq 2
run --host 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --host '$(touch pwned)'
check 'a hostile value runs nothing' test ! -e pwned
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" --host wide >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
