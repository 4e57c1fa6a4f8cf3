#!/usr/bin/env bash
. "$HARNESS"

mkdir -p proc/sys/kernel sys/module/ext4
cat >proc/modules <<'EOF'
nf_conntrack 188416 4 xt_conntrack,nf_nat, Live 0xffffffffc0b5d000
overlay 163840 27 - Live 0xffffffffc0a7d000
nvidia 56823808 2 - Live 0xffffffffc1000000 (POE)
dying 16384 0 - Unloading 0xffffffffc0000000
EOF
stub uname <<<'[ "$*" = -r ] && cat running'
echo 6.1.0-9-test >running
echo 12288 >proc/sys/kernel/tainted
run --proc-root proc --sys-root sys --modules-root lib
check 'it succeeds' test "$status" -eq 0
check 'the largest comes first' grep -Eqx ' +55492 KiB  nvidia +2   taints:\(POE\)' <<<"$(sed -n 2p <<<"$out")"
check 'who uses it is shown' grep -Eqx ' +184 KiB  nf_conntrack +4  xt_conntrack,nf_nat' <<<"$out"
check 'one that nobody uses has no users' grep -Eqx ' +160 KiB  overlay +27  ' <<<"$out"
check 'a state that is not usual is shown' grep -q 'dying .*Unloading' <<<"$out"
check 'they are counted' grep -qx '4 modules are loaded, 1 of them taint the kernel' <<<"$out"
check 'that the kernel is tainted is told' grep -qx 'the kernel is tainted (12288)' <<<"$out"
run --proc-root proc --sys-root sys --modules-root lib --module nf-conntrack
check 'one is found by its other spelling' bash -c '[ "$1" = 0 ] && [ "$(grep -c KiB <<<"$2")" = 1 ]' _ "$status" "$out"
run --proc-root proc --sys-root sys --modules-root lib --module br_netfilter
check 'one that is not loaded is a failure' bash -c '[ "$1" = 1 ] && [ "$2" = "not loaded: br_netfilter" ]' _ "$status" "$out"
run --proc-root proc --sys-root sys --modules-root lib --module ext4
check 'one that is built in is told' bash -c '[ "$1" = 0 ] && grep -q "^built in: ext4" <<<"$2"' _ "$status" "$out"
run --proc-root proc --sys-root sys --modules-root lib --module br_netfilter
check 'without the list of the kernel what is built in cannot be seen' grep -q 'cannot be seen here (no lib/6.1.0-9-test/modules.builtin)' <<<"$err"
mkdir -p lib/6.1.0-9-test; printf 'kernel/net/tun.ko\nkernel/fs/nfs/nfs.ko\nkernel/drivers/char/hw-random.ko.zst\n' >lib/6.1.0-9-test/modules.builtin
for name in tun hw_random hw-random; do
  run --proc-root proc --sys-root sys --modules-root lib --module "$name"
  check "one that is built in and has no settings is told: $name" bash -c '[ "$1" = 0 ] && grep -q "^built in: $3" <<<"$2"' _ "$status" "$out" "${name//-/_}"
done
run --proc-root proc --sys-root sys --modules-root lib --module nf
check 'the beginning of a name is another module, and nothing more is to be said' bash -c '[ "$1" = 1 ] && [ "$2" = "not loaded: nf" ] && [ -z "$3" ]' _ "$status" "$out" "$err"
: >proc/modules
run --proc-root proc --sys-root sys --modules-root lib
check 'none at all is no failure' grep -qx '0 modules are loaded, 0 of them taint the kernel' <<<"$out"
run --proc-root nowhere
check 'a kernel without modules is refused' test "$status" -eq 3
run --module 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --module '$(touch pwned)'
check 'a substitution is no name' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
finish
