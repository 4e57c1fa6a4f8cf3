#!/usr/bin/env bash
. "$HARNESS"

stub systemd-analyze <<'EOF'
[ "$1" = --no-pager ] && shift
if [ -e "fail-$1" ]; then echo "Bootup is not yet finished (org.freedesktop.systemd1.Manager.FinishTimestampMonotonic=0)." >&2; exit 1; fi
cat "$1"
EOF
stub systemctl <<'EOF'
case $* in
  'show --property=FinishTimestampMonotonic') echo FinishTimestampMonotonic=33300000 ;;
  'show --property=InactiveExitTimestampMonotonic -- '*)
    shift 3
    for unit; do
      [ "$unit" = apt-daily.service ] && echo InactiveExitTimestampMonotonic=933300000 || echo InactiveExitTimestampMonotonic=2100000
      [ "$unit" = "${!#}" ] || echo
    done ;;
  *) exit 1 ;;
esac
EOF
printf 'Startup finished in 2.100s (kernel) + 31.200s (userspace) = 33.300s \ngraphical.target reached after 31.100s in userspace.\n' >./time
printf '1min 2.345s cloud-init.service\n    20.123s apt-daily.service\n      345ms dev-sda1.device\n' >blame
printf 'The time when unit became active or started is printed after the "@" character.\n\ngraphical.target @31.1s\n' >critical-chain
# As on a full disk, and by Bash before 5.1: each text that is redirected needs a file.
noroom=$( (trap '' XFSZ; ulimit -f 0; bash -O compat44 "$SCRIPT" </dev/null 2>/dev/null) | cat)
check 'without room for a file the slowest unit is shown as well' grep -qx '1min 2.345s cloud-init.service' <<<"$noroom"
run
check 'it succeeds' test "$status" -eq 0
check 'the whole time is shown' grep -q '^Startup finished in .* = 33.300s' <<<"$out"
check 'what is not counted is told' grep -qx 'not counted: the shutdown before, and firmware and boot loader, which tell no times on this machine' <<<"$out"
check 'the slowest unit is shown' grep -qx '1min 2.345s cloud-init.service' <<<"$out"
check 'and the last' grep -q '345ms dev-sda1.device' <<<"$out"
check 'one that was started since the boot is named apart' test "$(grep apt-daily <<<"$out")" = 'left out, as they were started since the boot, or again (below, too, their time is that of the later start): apt-daily.service'
check 'what is never listed is told' grep -qx 'never in this list: services of Type=simple, which count as started at once' <<<"$out"
check 'they are counted' grep -qx '(3 units in all)' <<<"$out"
check 'the chain is shown' grep -q '^graphical.target @31.1s' <<<"$out"
sed -i 's/in 2.100s/in 9.1s (firmware) + 1.2s (loader) + 2.100s/' time
run
check 'firmware and boot loader are counted where they tell their times' grep -qx 'not counted: the shutdown before' <<<"$out"
run --limit 2
check 'and takes no place of those of the boot' test "$(sed -n '/^slowest/,/in all/p' <<<"$out")" = $'slowest units:\n1min 2.345s cloud-init.service\n      345ms dev-sda1.device\n(3 units in all)'
run --limit 01
check 'the count limits the list' test "$(grep -c 'dev-sda1' <<<"$out")" -eq 0
check 'but not the number' grep -qx '(3 units in all)' <<<"$out"
: >fail-critical-chain
run
check 'without a chain the rest is shown' bash -c '[ "$1" = 0 ] && grep -q "chain is not known" <<<"$2"' _ "$status" "$out"
: >blame
run
check 'no units are no failure' grep -q '^none is listed' <<<"$out"
: >fail-blame
run
check 'a list that fails is a failure' test "$status" -eq 1
: >fail-time
run
check 'a boot that has not finished is said' bash -c '[ "$1" = 3 ] && grep -q "not yet finished" <<<"$2"' _ "$status" "$err"
rm fail-*
: >./time
run
check 'silence is a failure' test "$status" -eq 1
run --limit 0
check 'a count of 0 is refused' test "$status" -eq 2
run --limit '$(touch pwned)'
check 'a hostile value is refused' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
finish
