#!/usr/bin/env bash
. "$HARNESS"

refused() { # STATUS WORDS ARG...: the run ends with that status and says those words
  local want=$1 words=$2
  shift 2
  run "$@"
  check "ends with $want and says '$words': $*" bash -c '[ "$1" = "$2" ] && grep -qF -e "$3" <<<"$4"' _ "$status" "$want" "$words" "$err"
}

mkdir -p 'r t/run/systemd/shutdown' 'r t/boot' 'r t/var/lib/dpkg' 'r t/etc'; : >'r t/boot/vmlinuz-6.1'; : >'r t/var/lib/dpkg/lock'; : >'r t/etc/fstab'
stub hostname <<<'[[ ! -e nameless ]] || exit 1; if [[ ${1-} == --fqdn ]]; then echo web-03.example.org; else echo web-03; fi'
stub fuser <<'EOF'
[[ $1 == -- && -e installing && $2 == */"$(cat installing)" ]] && echo ' 4711'
EOF
stub busctl <<'EOF'
[[ $* == 'get-property org.freedesktop.login1 /org/freedesktop/login1 org.freedesktop.login1.Manager BlockInhibited' && ! -e mute ]] || exit 1
if [[ -e inhibited ]]; then cat inhibited; else echo 's "sleep:handle-power-key"'; fi
EOF
# Words and status are those of findmnt 2.38.
stub findmnt <<'EOF'
[[ $LC_ALL == C && "$1 $2" == '--verify --tab-file' && $3 == *'r t/etc/fstab' ]] || exit 1
[[ ! -e silent ]] || exit 1
if [[ -e said ]]; then cat said; ! grep -q '\[E\]\|parse error at' said; else echo 'Success, no errors or warnings detected'; fi
EOF
stub systemctl <<<'[[ $* == "list-jobs --no-legend --no-pager" && ! -e down ]] && { [[ ! -e busy ]] || echo "12 app.service start running"; }'
stub shutdown <<'EOF'
[[ $1 == --reboot && $2 == +* && $# == 3 && ! -e fails ]] || exit 1
[[ -e forgets ]] || echo x >'r t/run/systemd/shutdown/scheduled'
EOF
stub id <<<'cat user'; echo 0 >user
stub who <<<'printf "a\nb\n"'
stub uptime <<<'echo 2026-01-02 03:04:05'
on() { run --root 'r t' "$@"; }
no() { local want=$1 words=$2; shift 2; refused "$want" "$words" --root 'r t' "$@"; }
on --host web-03 --dry-run
check 'a dry run says what it would do' test "$status:$(tail -n 1 <<<"$out")" = '0:would reboot: web-03.example.org in 1 minutes'
check 'who is there is told' grep -qx 'host web-03.example.org, up since 2026-01-02 03:04:05, 2 logins' <<<"$out"
check 'nothing to warn of' test -z "$err"
check 'a dry run reboots nothing' test -z "$(calls '^shutdown')"
no 3 'this host is web-03.example.org, not web-04' --host web-04
touch 'r t/boot/initrd.img-6.1' 'r t/boot/vmlinuz-6.2'
no 3 'boot/vmlinuz-6.2 has no initramfs' --host web-03
touch 'r t/boot/initrd.img-6.2'; touch 'r t/boot/vmlinuz-6.0' 'r t/boot/vmlinuz-0-rescue-9'; on --host web-03 --dry-run
check 'the newest one has it, which is booted' test "$status" -eq 0
rm 'r t/boot/'*6.2 'r t/boot/'*6.0 'r t/boot/'*-9 'r t/boot/initrd.img-6.1'
touch busy; on --host web-03.example.org --minutes 010 --message 'kernel; $(touch pwned)'
check 'it succeeds' test "$status:$(grep -c '^scheduled: web-03.example.org reboots in 10 minutes$' <<<"$out")" = 0:1
check 'with the message' test -n "$(calls '^shutdown --reboot \+10 kernel; \$\(touch pwned\)$')"
check 'jobs are told' grep -q '^warning: systemd has jobs under way: 12 app.service' <<<"$err"
: >"$STUB_LOG"
no 3 'scheduled already' --host web-03
rm 'r t/run/systemd/shutdown/scheduled'
echo lock >installing; no 3 'packages are being installed (process 4711)' --host web-03; rm installing
for what in 's "shutdown"' 's "sleep:shutdown:idle"'; do
  echo "$what" >inhibited; no 3 'something inhibits a shutdown' --host web-03
done
echo 's ""' >inhibited; on --host web-03 --dry-run
check 'nothing is inhibited' test "$status" -eq 0
echo 'as 0' >inhibited; no 3 'is not understood: as 0' --host web-03; rm inhibited
touch mute; no 3 'logind does not tell' --host web-03; rm mute
touch silent; no 3 'findmnt cannot verify' --host web-03; rm silent
line() { printf '%s\n' "$1" >'r t/etc/fstab'; printf '%s\n   %s\n\n0 parse errors, 1 error, 1 warning\n' "${3-/data}" "$2" >said; }
line 'UUID=1-2 /data ext4 defaults 0 2' '[E] unreachable on boot required source: UUID=1-2'
no 3 'has errors, the host might not come back: /data:   [E] unreachable on boot required source: UUID=1-2' --host web-03
line '/dev/mapper/vg-data /data xfs defaults 0 0' '[W] unreachable source: /dev/mapper/vg-data: No such file or directory'
no 3 'has errors, the host might not come back: /data:   [W] unreachable source: /dev/mapper/vg-data' --host web-03
printf '#UUID=1-2 /data xfs nofail 0 0\n' >>'r t/etc/fstab'
no 3 'unreachable source: /dev/mapper/vg-data' --host web-03
printf 'findmnt: r t/etc/fstab: parse error at line 1 -- ignored\n' >said
no 3 'parse error at line 1' --host web-03
for options in nofail,x-systemd.device-timeout=5 defaults,noauto rw,_netdev x-systemd.automount; do
  line "UUID=1-2 /my\\040data ext4 $options 0 2" '[E] unreachable on boot required source: UUID=1-2' '/my data'
  on --host web-03 --dry-run
  check "what does not stop the boot does not stop this: $options" test "$status" -eq 0
done
line '/dev/mapper/swap none swap sw 0 0' '[W] unreachable source: /dev/mapper/swap: No such file or directory' none
on --host web-03 --dry-run
check 'nor does swap' test "$status" -eq 0
line '/dev/vdb1 /data ext4 defaults 0 2' '[W] /data seems unsupported by the current kernel'
on --host web-03 --dry-run
check 'nor another warning' test "$status" -eq 0
: >'r t/etc/fstab'; rm said
mv 'r t/boot/vmlinuz-6.1' kernel; no 3 'no kernel is seen' --host web-03
: >'r t/boot/vmlinuz-0-rescue-1'; no 3 'no kernel is seen' --host web-03
mkdir -p 'r t/boot/id/6.1'; : >'r t/boot/id/6.1/linux'; on --host web-03 --dry-run
check 'a kernel of systemd-boot is one' test "$status" -eq 0
touch down; no 3 'systemd does not answer' --host web-03; rm down
touch nameless; no 3 'does not know its name' --host web-03; rm nameless
echo 1000 >user; no 3 'as root' --host web-03
on --host web-03 --dry-run
check 'a dry run of another user says what he cannot see' test "$status:$(grep -c 'only root sees' <<<"$err")" = 0:1
echo 0 >user
check 'none of these reboots' test -z "$(calls '^shutdown')"
touch forgets; no 1 'nothing is scheduled' --host web-03
touch fails; no 1 'could not be scheduled' --host web-03
refused 2 '--host is required'
refused 2 '--host takes' --host '$(touch pwned)'
refused 2 '--minutes takes' --host web-03 --minutes 0
refused 2 '--message takes' --host web-03 --message $'a\nb'
check 'nothing hostile ran' test ! -e pwned
mkdir none; bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" --host web-03 >/dev/null 2>none.err
check 'a missing tool is refused' test "$?:$(grep -c 'is not installed' none.err)" = 3:1
finish
