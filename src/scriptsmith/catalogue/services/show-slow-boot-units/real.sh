#!/usr/bin/env bash
. "$HARNESS"
if [[ -z ${SYSTEMD_GROUP-} ]]; then # before systemd begins: two units that take part in its start
  mkdir -p /etc/systemd/system/multi-user.target.requires
  printf '[Unit]\nBefore=multi-user.target\n[Service]\nType=oneshot\nRemainAfterExit=yes\nExecStart=/bin/sleep 1.5\n' >/etc/systemd/system/slow.service
  printf '[Unit]\nBefore=slow.service\n[Service]\nType=oneshot\nRemainAfterExit=yes\nExecStart=/bin/sleep 0.5\n' >/etc/systemd/system/first.service
  printf '[Unit]\nWants=slow.service first.service\nAfter=slow.service\n' >/etc/systemd/system/default.target
fi
[ -s /etc/machine-id ] || rm -f /etc/machine-id # an empty one is no id
use systemd
run --limit 2
check 'it succeeds' test "$status" -eq 0
check 'the times of the phases stand first' grep -qE '^Startup finished in .*[0-9.]+(s|ms)' <<<"$(head -n 1 <<<"$out")"
check 'the slowest unit comes first' test "$(sed -n '/^slowest units:/,/in all/p' <<<"$out" | sed -n '2,3s/^ *1\.[0-9]*s //p' | head -n 1)" = slow.service
check 'no more than are wanted' test "$(sed -n '/^slowest units:/,/in all/p' <<<"$out" | grep -cE '\.(service|mount|socket|device)$')" -eq 2
check 'how many there are' grep -qx "($(systemd-analyze blame | wc -l) units in all)" <<<"$out"
check 'the chain of what others waited for' grep -qE 'slow.service @.* \+1\.[0-9]+s' <<<"$out"
check 'none is marked that took part in it' test "$(grep -c 'since the boot' <<<"$out")" -eq 0
systemctl restart slow
run --limit 2
check 'one that was started again is' grep -q '^left out, as they were started since the boot, or again .*: slow.service$' <<<"$out"
check 'and takes no place of those of the boot' test "$(sed -n '/^slowest units:/,/in all/p' <<<"$out" | grep -cE '\.(service|mount|socket|device)$'):$(sed -n '/^slowest units:/,/in all/p' <<<"$out" | grep -c slow.service)" = 2:0
finish
