#!/usr/bin/env bash
# packages: python3 procps
. "$HARNESS"
ran_on Linux "$(uname -r | sed 's/-.*//')"
mib() { awk -v key="$1:" '$1 == key { print int($2 / 1024) }' /proc/meminfo; }
near() { (($1 - $2 < 30 && $2 - $1 < 30)); } # other programs go on meanwhile
transparent() { sed -n 's/^in transparent huge pages now: \([0-9]*\) MiB$/\1/p' <<<"$out"; }
run
check 'it succeeds' test "$status" -eq 0
for directory in /sys/kernel/mm/hugepages/*; do
  size=${directory##*-} pages=$(<"$directory/nr_hugepages") free=$(<"$directory/free_hugepages")
  check "pages of $size are told as the kernel has them" \
    grep -qx "pages of ${size%kB} KiB: $pages reserved ($((pages * ${size%kB} / 1024)) MiB), $((pages - free)) in use, $free free, .*" <<<"$out"
done
check 'what is reserved in all is that of /proc/meminfo' grep -q "^reserved in all: $(mib Hugetlb) MiB " <<<"$out"
for setting in enabled defrag; do
  check "the setting $setting is the one that holds" \
    grep -qx "transparent huge pages, $setting: $(sed 's/.*\[\(.*\)\].*/\1/' /sys/kernel/mm/transparent_hugepage/$setting)" <<<"$out"
done
before=$(($(mib AnonHugePages) + $(mib ShmemHugePages) + $(mib FileHugePages)))
check 'what is in transparent ones is that of /proc/meminfo' near "$(transparent)" "$before"
if ! grep -q '\[never\]' /sys/kernel/mm/transparent_hugepage/enabled; then
  python3 -c 'import mmap, time
m = mmap.mmap(-1, 400 << 20, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
m.madvise(mmap.MADV_HUGEPAGE)
for n in range(0, 400 << 20, 4096): m[n] = 1
open("/run/ready", "w").close()
time.sleep(60)' &
  await test -e /run/ready
  run
  check 'a program that uses them is seen' test "$(transparent)" -gt $((before + 100))
  kill "$!"
fi
finish
