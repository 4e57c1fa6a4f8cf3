#!/usr/bin/env bash
# packages: procps systemd
. "$HARNESS"
use cgroups
ran_on procps "$(sysctl --version | sed 's/.* //')"
mount_control_groups
make_group
trap remove_group EXIT
now() { cat /proc/sys/vm/swappiness; }
file=/etc/sysctl.d/90-swappiness.conf
# The setting is the whole kernel's: files stand for it, which sysctl itself reads and writes.
mount -t tmpfs vm /proc/sys/vm && echo 60 >/proc/sys/vm/swappiness
boot() { echo 60 >/proc/sys/vm/swappiness && "$@" >/dev/null 2>&1; now; }

run --value 10 --dry-run
check 'a dry run changes nothing' test "$status:$(now):$(ls $file 2>/dev/null)" = 0:60:
run --value 10
check 'it is set now' test "$status:$(now)" = 0:10
check 'sysctl sets it at the next boot' test "$(boot sysctl --system)" = 10
check 'so does systemd' test "$(boot /lib/systemd/systemd-sysctl)" = 10
run --value 10
check 'a second run has nothing to do' grep -q '^nothing to change' <<<"$out"
for other in /etc/sysctl.conf /etc/sysctl.d/99-own.conf /usr/lib/sysctl.d/95-vendor.conf; do
  mkdir -p "${other%/*}" && printf '\n vm/swappiness=3\n' >>"$other"
  run --value 40
  check "$other, which comes later, is not overlooked" test "$status:$(boot sysctl --system)" = 3:3
  sed -i '/swappiness/d' "$other"
done
# Of version 1 each group has its own value, taken from the group above when it was made.
if [[ -e /sys/fs/cgroup/memory/memory.swappiness ]]; then
  group=/sys/fs/cgroup/memory/$MACHINE_GROUP
  echo 77 >"$group/memory.swappiness" && mkdir "$group/service"
  check 'the kernel hands it down' grep -qx 77 "$group/service/memory.swappiness"
  run --value 20
  check 'that groups keep another value is told' test "$status:$(grep -c '^warning: [0-9]* control groups, such as /sys/fs/cgroup/memory/.* swaps as before' <<<"$err")" = 0:1
  check 'and is so' grep -qx 77 "$group/service/memory.swappiness"
  rmdir "$group/service"
fi
useradd guest
check 'without root it is refused' bash -c 'su guest -s /bin/bash -c "bash $SCRIPT --value 50"; [ $? -eq 3 ]'
finish
