#!/usr/bin/env bash
# packages: procps systemd
. "$HARNESS"
ran_on procps "$(sysctl --version | sed 's/.* //')"
now() { cat /proc/sys/kernel/panic; }
file=/etc/sysctl.d/90-reboot-on-panic.conf
if [[ $(now) == 7 ]]; then delay=8; else delay=7; fi
was=$(now)
run --delay $delay
check 'where the kernel cannot be told it is refused, and no file is written' test "$status:$(now):$(ls $file 2>/dev/null)" = "3:$was:"
# The setting is the whole kernel's: from here on files stand for it, which sysctl itself reads and writes.
cp -r --no-preserve=all /proc/sys/kernel/panic /proc/sys/kernel/panic_on_oops /run/ 2>/dev/null
mount -t tmpfs kernel /proc/sys/kernel && cp /run/panic /run/panic_on_oops /proc/sys/kernel/ && echo 0 >/proc/sys/kernel/panic
boot() { echo 0 >/proc/sys/kernel/panic && "$@" >/dev/null 2>&1; now; }

run --delay 30 --dry-run
check 'a dry run changes nothing' test "$status:$(now):$(ls $file 2>/dev/null)" = 0:0:
run --delay 30
check 'it is set now' test "$status:$(now)" = 0:30
check 'sysctl sets it at the next boot' test "$(boot sysctl --system)" = 30
check 'so does systemd' test "$(boot /lib/systemd/systemd-sysctl)" = 30
run --delay 30
check 'a second run has nothing to do' bash -c '[ "$1" -eq 0 ] && grep -q "^nothing to change" <<<"$2"' _ "$status" "$out"
run --delay 5
check 'what the file said is told' grep -q "in $file (before: kernel.panic = 30)\$" <<<"$out"
check 'another time takes its place' test "$status:$(now):$(boot sysctl --system)" = 0:5:5
for other in /etc/sysctl.conf /etc/sysctl.d/99-own.conf /usr/lib/sysctl.d/95-vendor.conf /run/sysctl.d/91-x.conf; do
  mkdir -p "${other%/*}" && printf '\n kernel/panic=3\n' >>"$other"
  run --delay 40
  check "$other, which comes later, is not overlooked" test "$status:$(boot sysctl --system)" = 3:3
  sed -i '/panic/d' "$other"
done
echo 'kernel.panic = 3' >/etc/sysctl.d/10-early.conf
run --delay 40
check 'what comes earlier does not win' test "$status:$(boot sysctl --system):$(boot /lib/systemd/systemd-sysctl)" = 0:40:40
rm $file && boot true >/dev/null
check 'its undoing leaves what was there before' test "$(boot sysctl --system)" = 3
mkdir -p /var/lib/kubelet/pods
run --delay 50
check 'beside a kubelet, which sets its own, another value is refused' test "$status:$(boot sysctl --system)" = 3:3
rm -r /var/lib/kubelet
useradd guest
check 'without root it is refused' bash -c 'su guest -s /bin/bash -c "bash $SCRIPT --delay 50"; [ $? -eq 3 ]'
finish
