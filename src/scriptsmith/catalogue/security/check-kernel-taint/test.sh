#!/usr/bin/env bash
. "$HARNESS"

# equivalent mutant bb2a845f: a value of at most ten digits has no bit 34
# equivalent mutant 37b45f79: the bit that is added is asked for already
# equivalent mutant ec5d7460: the bit that is added is asked for already

mkdir -p mod/nvidia mod/ext4 'mod/odd name'
echo POE >mod/nvidia/taint
echo '' >mod/ext4/taint
echo 12289 >.value
stub sysctl <<'EOF'
[ "$*" = '-n kernel.tainted' ] && [ ! -e .broken ] || exit 1
cat .value
EOF

run --modules mod
check 'a tainted kernel is a failure' test "$status" -eq 1
check 'a foreign module is told' grep -qx 'bit 12  O: a module from outside the kernel was loaded' <<<"$out"
check 'an unsigned module is told' grep -qx 'bit 13  E: an unsigned module was loaded' <<<"$out"
check 'a proprietary one is told' grep -qx 'bit  0  P: a proprietary module was loaded' <<<"$out"
check 'no other reason is told' test "$(grep -c '^bit' <<<"$out")" -eq 3
check 'the module is named' grep -qx 'module nvidia (POE): proprietary; out of tree; unsigned;' <<<"$out"
check 'one in order is not' test -z "$(grep ext4 <<<"$out")"
check 'how many are named is told' test "$(tail -n 1 <<<"$out")" = 'tainted: value 12289, 1 modules named'
check 'where modules account for all nothing is said to hide' test -z "$(grep hides <<<"$out")"
echo PO >mod/nvidia/taint
run --modules mod
check 'a flag that no module has is pointed out, whatever the others are' test "$(grep hides <<<"$out")" = 'no loaded module accounts for E: it was unloaded, or hides itself'
echo POE >mod/nvidia/taint
run --modules "$PWD/mod/"
check 'an absolute path is taken as it is' grep -q '^module nvidia (POE):' <<<"$out"
echo 512 >.value
echo '' >mod/nvidia/taint
run --modules mod
check 'an earlier warning is told' grep -q 'W: the kernel has warned before' <<<"$out"
check 'a warning needs no module' test -z "$(grep hides <<<"$out")"
echo 4096 >.value
run --modules mod
check 'a module that is not to be seen is pointed out' grep -q 'or hides itself' <<<"$out"
echo 1 >.value
run --modules mod
check 'so is a proprietary one' grep -q 'or hides itself' <<<"$out"
echo 2 >.value
run --modules mod
check 'one that was loaded by force need not be marked' test "$status:$(grep -c hides <<<"$out")" = 1:0
echo 0 >.value
run --modules mod
check 'not tainted succeeds' bash -c '[ "$1" -eq 0 ] && grep -qx "not tainted, as the kernel tells it; a rootkit may have it say so" <<<"$2"' _ "$status" "$out"
run --modules nowhere
check 'a missing directory is survived' test "$status" -eq 0
echo 536870912 >.value
run --modules mod
check 'a bit that has no name here is told' grep -q '^bit 29  of the distribution' <<<"$out"
echo '1; touch pwned' >.value
run --modules mod
check 'nonsense from the kernel is a failure' test "$status" -eq 1
touch .broken
run --modules '$(touch pwned)'
check 'a kernel that does not tell is refused' test "$status" -eq 3
check 'nothing hostile ran' test ! -e pwned
run --bogus
check 'an unknown option is wrong usage' test "$status" -eq 2
run --help
check 'help is given' grep -q '^Usage:' <<<"$out"
mkdir none
bash_=$(command -v bash)
tainted=$(PATH=none "$bash_" "$SCRIPT" --modules mod)
check 'without sysctl the file of the kernel is read' grep -qx -e 'not tainted, as .*' -e 'tainted: value .*' <<<"$tainted"
finish
