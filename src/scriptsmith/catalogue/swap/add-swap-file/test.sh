#!/usr/bin/env bash
. "$HARNESS"

mkdir -p proc/sys/vm
# memory AVAILABLE-KIB SWAP-TOTAL SWAP-FREE
memory() { printf 'MemTotal:       16777216 kB\nMemFree:          524288 kB\nMemAvailable:   %s kB\nSwapTotal:      %s kB\nSwapFree:       %s kB\n' "$1" "$2" "$3" >proc/meminfo; }
printf 'Filename\t\t\t\tType\t\tSize\t\tUsed\t\tPriority\n' >head

cp head proc/swaps
stub id <<<'echo 0'
stub stat <<<'[ "$1 $2 $3" = "-f -c %T" ] && cat kind'
echo ext2/ext3 >kind
stub df <<<'[ "$1 $2" = "-k --output=size,avail" ] && printf "1K-blocks   Avail\n%s %s\n" "$(cat total)" "$(cat free)"'
echo 20000000 >total
echo 10000000 >free
stub fallocate <<<'[ "$1 $3" = "--length --" ] && [ ! -e .full ] && echo "$2" >"$4"'
stub mkswap <<<'[ "$1" = -- ] && [ -e "$2" ] && echo "Setting up swapspace version 1"'
stub swapon <<'EOF'
[ "$1" = -- ] || exit 1
[ ! -e .invalid ] || { echo "swapon: $2: swapon failed: Invalid argument" >&2; exit 255; }
[ -e .ignored ] || printf '%-40sfile\t\t524284\t\t0\t\t-2\n' "$2" >>proc/swaps
EOF
f=$PWD/swap.img
run --proc-root proc --file "$f" --dry-run
check 'a dry run says what it would do' grep -qx "would add: 2048 MiB of swap in $f (ext2/ext3)" <<<"$out"
check 'a dry run makes nothing' test ! -e swap.img
: >.full
run --proc-root proc --file "$f"
check 'a file that cannot be reserved is a failure' test "$status" -eq 1
check 'and is not left' test ! -e swap.img
rm .full; : >.invalid
run --proc-root proc --file "$f"
check 'a file that the kernel does not take is not left' bash -c '[ "$1" = 1 ] && [ ! -e swap.img ]' _ "$status"
rm .invalid; : >.ignored
run --proc-root proc --file "$f"
check 'a swap area that is not used is a failure' test "$status" -eq 1
rm -f .ignored swap.img
run --proc-root proc --file "$f" --size 0512
check 'it succeeds' test "$status" -eq 0
check 'the size is reserved' grep -qx 512MiB swap.img
check 'only its owner can read it' test "$(/usr/bin/stat -c %a swap.img)" = 600
check 'the line for fstab is told' grep -qx "to keep it, in /etc/fstab: $f none swap sw 0 0" <<<"$out"
check 'without a kubelet nothing is said of one' test -z "$err"
mkdir -p proc/71; echo kubelet >proc/71/comm
run --proc-root proc --file "$f-too" --size 16
check 'a kubelet is told of' test "$status:$(grep -c '^note: a kubelet runs here' <<<"$err")" = 0:1
run --proc-root proc --file "$f" --size 2048
check 'one that is in use with another size is no success' bash -c '[ "$1" = 3 ] && grep -q "is in use already, with 512 MiB; name another" <<<"$2"' _ "$status" "$err"
run --proc-root proc --file "$f" --size 512
check 'a second run has nothing to do' bash -c '[ "$1" = 0 ] && [ "$2" = "in use already: $PWD/swap.img" ]' _ "$status" "$out"
cp proc/swaps kept; { cat head; printf '%-40sfile\t\t524288\t\t0\t\t-2\n' "$f"; } >proc/swaps
run --proc-root proc --file "$f" --size 512
check 'nor has it where the kernel counts whole mebibytes' test "$status:$out" = "0:in use already: $PWD/swap.img"
{ cat head; printf '%-40sfile\t\t?\t\t0\t\t-2\n' "$f"; } >proc/swaps
run --proc-root proc --file "$f" --size 512
check 'a size that cannot be read is a failure' bash -c '[ "$1" = 1 ] && grep -q "does not tell the size" <<<"$2"' _ "$status" "$err"
mv kept proc/swaps
echo precious >other
run --proc-root proc --file "$PWD/other"
check 'a file that exists is not touched' bash -c '[ "$1" = 3 ] && grep -qx precious other' _ "$status"
echo 2016383 >free
run --proc-root proc --file "$PWD/new" --size 16
check 'too little room is refused' test "$status" -eq 3
check 'and how much there is is told' grep -q 'has 1969 MiB free; with 16 MiB of swap less than 1953 MiB' <<<"$err"
echo 2016384 >free
run --proc-root proc --file "$PWD/new" --size 16 --dry-run
check 'a tenth of the file system is left' test "$status" -eq 0
run --proc-root proc --file "$PWD/new" --size 15 --dry-run
check 'less than 16 MiB are of no use' test "$status" -eq 2
echo 1000000 >total; echo 540672 >free
run --proc-root proc --file "$PWD/new" --size 16 --dry-run
check 'of a small one 512 MiB are left' test "$status" -eq 0
echo 540671 >free
run --proc-root proc --file "$PWD/new" --size 16 --dry-run
check 'and no less' test "$status" -eq 3
echo 20000000 >total
mkdir 'a b'; ln -s 'a b' ab
run --proc-root proc --file "$PWD/ab/new" --dry-run
check 'a link to a name with a blank is refused' grep -q 'the real name .* has other characters' <<<"$err"
echo btrfs >kind; echo 10000000 >free
run --proc-root proc --file "$PWD/new"
check 'a file system that cannot is refused' grep -q 'a file on btrfs cannot be used as swap' <<<"$err"
run --proc-root proc --file "$PWD/nowhere/new"
check 'a directory has to be there' grep -q 'no such directory' <<<"$err"
mv .stubs/df df; stub df <<<'exit 1'; echo xfs >kind
run --proc-root proc --file "$PWD/new"
check 'room that is not known is a failure' grep -q 'could not tell how much is free' <<<"$err"
mv df .stubs/df
stub id <<<'echo 1000'; echo xfs >kind; echo 10000000 >free
run --proc-root proc --file "$PWD/new"
check 'without root it is refused' test "$status" -eq 3
run --size 0
check 'a size of nothing is refused' grep -q -e '--size takes a whole number of MiB above 0' <<<"$err"
run --file '/x;touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
finish
