#!/usr/bin/env bash
. "$HARNESS"

stub uname <<<'[ "$*" = -r ] && cat running'
echo 6.1.0-9-amd64 >running
mkdir -p r/boot r/lib/modules/6.1.0-9-amd64
for v in 6.1.0-9-amd64 6.1.0-10-amd64 '5.10.0 $(touch pwned)'; do head -c 2097152 /dev/zero >"r/boot/vmlinuz-$v"; done
head -c 3145728 /dev/zero >r/boot/initrd.img-6.1.0-9-amd64
head -c 3145728 /dev/zero >r/boot/initramfs-6.1.0-10-amd64.img
touch -d '2026-01-02 12:00' r/boot/vmlinuz-6.1.0-9-amd64
run --root r
check 'it succeeds' test "$status" -eq 0
check 'the newest comes first' grep -Eq 'missing  6.1.0-10-amd64 \(newest\)$' <<<"$(sed -n 2p <<<"$out")"
check 'the running one is marked' grep -Eqx ' +5 MiB  2026-01-02  there    6.1.0-9-amd64 <- running' <<<"$out"
check 'the other form of an initramfs counts' grep -Eq '^ +5 MiB .*6.1.0-10-amd64' <<<"$out"
check 'they are summed' grep -qx '3 kernels take 12 MiB' <<<"$out"
check 'the file system is told' grep -Eq '^file system /.*left, ([0-9]+%|-) full$' <<<"$out"
echo 4.19.0 >running
run --root r
check 'a running kernel that is not there is pointed out' grep -q '^note: the running kernel 4.19.0 is not among them' <<<"$out"
rm r/boot/*
for v in 4.18.0-553.el8_10.x86_64 4.18.0-553.16.1.el8_10.x86_64 4.18.0-553.5.1.el8_10.x86_64 0-rescue-4711; do : >"r/boot/vmlinuz-$v"; done
run --root r
check 'the first kernel of a release of Red Hat is older than its updates' test "$(sed -n '2,4s/.*4.18.0-//p' <<<"$out" | paste -sd '|')" = '553.16.1.el8_10.x86_64 (newest)|553.5.1.el8_10.x86_64|553.el8_10.x86_64'
check 'the rescue image is told as that' grep -q ' 0-rescue-4711 (rescue image)$' <<<"$out"
rm r/boot/*
run --root r
check 'none at all is no failure' bash -c '[ "$1" = 0 ] && grep -q "^running: 4.19.0; no kernel lies" <<<"$2"' _ "$status" "$out"
run --root nowhere
check 'a missing directory is refused' test "$status" -eq 3
: >running
run --root r
check 'no version is a failure' test "$status" -eq 1
run --root
check 'an option needs a value' test "$status" -eq 2
run 'x; touch pwned'
check 'an unknown argument is refused' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
finish
