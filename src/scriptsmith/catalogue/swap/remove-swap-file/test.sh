#!/usr/bin/env bash
. "$HARNESS"

mkdir -p proc/sys/vm
# memory AVAILABLE-KIB SWAP-TOTAL SWAP-FREE
memory() { printf 'MemTotal:       16777216 kB\nMemFree:          524288 kB\nMemAvailable:   %s kB\nSwapTotal:      %s kB\nSwapFree:       %s kB\n' "$1" "$2" "$3" >proc/meminfo; }
printf 'Filename\t\t\t\tType\t\tSize\t\tUsed\t\tPriority\n' >head

stub id <<<'echo 0'
f=$PWD/swap.img
{ head -c 4086 /dev/zero; printf SWAPSPACE2; head -c 100 /dev/zero; } >swap.img
in_use() { cat head; printf '%-40sfile\t\t2097148\t\t%s\t\t-2\n/dev/vda2   partition\t1048576\t\t1048576\t\t-3\n' "$f" "$1"; }
in_use 1048576 >proc/swaps; : >proc/mounts
memory 8388608 3145724 1048572
stub swapoff <<'EOF'
[ "$1" = -- ] || exit 1
[ ! -e .fails ] || { echo "swapoff: $2: swapoff failed: Cannot allocate memory" >&2; exit 4; }
[ -e .ignored ] || { grep -v "^$2 " proc/swaps >s; mv s proc/swaps; }
EOF
echo "$f none swap sw 0 0" >fstab
run --proc-root proc --fstab fstab --file "$f" --dry-run
check 'a dry run says what it would do' grep -qx "would turn off and delete: $f" <<<"$out"
check 'what it holds is told' grep -qx "$f holds 1024 MiB; 8192 MiB memory and 0 MiB other swap are free" <<<"$out"
check 'a line in fstab is pointed out' test "$(grep -c '^note: remove its line from fstab' <<<"$out")" -eq 1
printf '%s none ext4\n/dev/vda2 none swap\n' "$f" >other
run --proc-root proc --fstab other --file "$f" --dry-run
check 'lines of others are not' test "$(grep -c '^note' <<<"$out")" -eq 0
sed -i 's/1048576\t\t-3/0\t\t-3/; $a junk file x 7 -4' proc/swaps
run --proc-root proc --file "$f" --dry-run
check 'what is free in other areas counts' grep -q ' 8192 MiB memory and 1024 MiB other swap are free$' <<<"$out"
in_use 1048576 >proc/swaps
memory 2726297 3145724 1048572
run --proc-root proc --file "$f" --dry-run
check 'a tenth of the memory is left' test "$status" -eq 0
memory 2726296 3145724 1048572
run --proc-root proc --file "$f" --dry-run
check 'and has to be' test "$status" -eq 3
memory 8388608 3145724 1048572
sed -i "s|^\($f *\)file|\1partition|" proc/swaps
run --proc-root proc --file "$f"
check 'what the kernel calls a partition is no file' bash -c '[ "$1" -eq 3 ] && grep -q "no file" <<<"$2"' _ "$status" "$err"
in_use 1048576 >proc/swaps
# A group that holds 900 of 1000 MiB, 300 of them cache, and has swapped out more than this file holds.
mkdir -p groups/box; printf 'cgroup2 %s/groups cgroup2 rw,nosuid 0 0\nproc /proc proc rw 0 0\n' "$PWD" >proc/mounts
group() { echo $(($1 << 20)) >groups/box/memory.max; echo $((900 << 20)) >groups/box/memory.current; [[ -z $2 ]] || echo "$(($2 << 20))" >groups/box/memory.swap.current
  printf 'anon 1\nactive_file %d\ninactive_file %d\n' $((100 << 20)) $((200 << 20)) >groups/box/memory.stat; }
for pair in 1000:400:0 1000:401:3 2000:4000:0 1600:4000:3 1624:4000:0; do
  IFS=: read -r most swapped code <<<"$pair"
  group "$most" "$swapped"
  run --proc-root proc --file "$f" --dry-run
  check "a group with a limit of $most MiB and $swapped swapped out" test "$status:$(grep -c "control group .*/groups/box would come back above its limit of $most MiB" <<<"$err")" = "$code:$((code == 3 ? 1 : 0))"
done
group 1000 401; sed -i 's/1048576\t\t-3/0\t\t-3/' proc/swaps
run --proc-root proc --file "$f" --dry-run
check 'another swap area may take it' test "$status" -eq 0
in_use 1048576 >proc/swaps; echo max >groups/box/memory.max
run --proc-root proc --file "$f" --dry-run
check 'without a limit it fits' test "$status:$err" = 0:
group 1000 ''; rm groups/box/memory.swap.current
run --proc-root proc --file "$f" --dry-run
check 'what the kernel does not tell is warned of' test "$status:$(grep -c '^warning: .* 1 control groups' <<<"$err")" = 0:1
printf 'cgroup %s/groups cgroup rw,nosuid,memory 0 0\n' "$PWD" >proc/mounts
echo $((1000 << 20)) >groups/box/memory.limit_in_bytes; echo $((900 << 20)) >groups/box/memory.usage_in_bytes
printf 'total_swap %d\ntotal_active_file %d\n' $((401 << 20)) $((300 << 20)) >groups/box/memory.stat
run --proc-root proc --file "$f" --dry-run
check 'of the first version too' test "$status:$(grep -c 'up to 401 MiB of the control group' <<<"$err")" = 3:1
: >proc/mounts
for name in swaps meminfo mounts; do
  mv proc/$name kept
  run --proc-root proc --file "$f"
  check "without $name nothing is known: refused" test "$status" -eq 3
  mv kept proc/$name
done
stub rm <<<'exit 1'
run --proc-root proc --file "$f"
check 'a file that is off and cannot be deleted is told' grep -q 'it is off, but .* could not be deleted' <<<"$err"
/bin/rm .stubs/rm
in_use 1048576 >proc/swaps
: >"$STUB_LOG"
run --proc-root proc --fstab fstab --file "$f" --dry-run
check 'a dry run changes nothing' bash -c '[ -e swap.img ] && ! grep -q ^swapoff "$STUB_LOG"'
memory 1600000 3145724 1048572
run --proc-root proc --fstab fstab --file "$f"
check 'content that would not fit is refused' test "$status" -eq 3
memory 8388608 3145724 1048572
: >.fails
run --proc-root proc --fstab fstab --file "$f"
check 'a swapoff that fails is a failure' test "$status" -eq 1
rm .fails; : >.ignored
run --proc-root proc --fstab fstab --file "$f"
check 'one that does not take too' test "$status" -eq 1
check 'and the file stays' test -e swap.img
rm .ignored
run --proc-root proc --fstab fstab --file "$f"
check 'it succeeds' test "$status" -eq 0
check 'the file is gone' test ! -e swap.img
check 'the partition stays in use' grep -q vda2 proc/swaps
run --proc-root proc --fstab fstab --file "$f"
check 'a second run has nothing to do' bash -c '[ "$1" = 0 ] && grep -q "^not there" <<<"$2"' _ "$status" "$out"
check 'its line in fstab is still told' grep -q '^note: remove its line from fstab' <<<"$out"
check 'a partition is no other swap file' test "$(grep -c 'another swap file' <<<"$out")" -eq 0
cp proc/swaps s && printf '/swap.img file 1048576 0 -4\n' >>proc/swaps
run --proc-root proc --file "$PWD/elsewhere"
check 'where it is not there, the swap file that is in use is named' test "$status:$(grep -cx 'note: another swap file is in use: /swap.img' <<<"$out")" = 0:1
mv s proc/swaps
printf '%s none swap sw 0 0' "$f" >cut
run --proc-root proc --fstab cut --file "$f"
check 'the last line of fstab may have no end' grep -q '^note: remove its line from cut' <<<"$out"
{ head -c 4086 /dev/zero; printf SWAPSPACE2; head -c 100 /dev/zero; } >swap.img
run --proc-root proc --fstab fstab --file "$f"
check 'one that is off already is deleted' test ! -e swap.img
{ head -c 4086 /dev/zero; printf SWAPSPACE2xyz; } >swap.img
ln -s swap.img link; mkdir swap.dir
for name in link swap.dir; do
  run --proc-root proc --file "$PWD/$name"
  check "$name is no swap file" grep -q 'no regular file' <<<"$err"
done
ln -s . here
printf '%s/here/swap.img none swap\n' "$PWD" >other
run --proc-root proc --fstab other --file "$PWD/here/swap.img"
check 'a link on the way to it is followed' test ! -e swap.img -a -L here
check 'and its line is found by that name as well' grep -q '^note: remove its line' <<<"$out"
echo precious >swap.img
run --proc-root proc --fstab fstab --file "$f"
check 'another file is not touched' bash -c '[ "$1" = 3 ] && grep -qx precious swap.img' _ "$status"
run --proc-root proc --file /dev/vda2
check 'a partition is refused' test "$status" -eq 2
run --file '/x;touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
finish
