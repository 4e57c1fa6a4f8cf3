#!/usr/bin/env bash
# packages: procps coreutils
. "$HARNESS"
ran_on procps "$(free --version | sed 's/.* //')"
cached() { sed -n 's/^before: \([0-9]*\) MiB file cache.*/\1/p' <<<"$out"; }
near() { (($1 - $2 < 150 && $2 - $1 < 150)); } # other programs go on meanwhile
of_meminfo() { awk '/^(Cached|Buffers):/ { n += $2 } /^Shmem:/ { n -= $2 } END { print int(n / 1024) }' /proc/meminfo; }
run --dry-run
check 'a dry run succeeds' test "$status" -eq 0
check 'what is cached is told, without shared memory' near "$(cached)" "$(of_meminfo)"
before=$(cached)
mount -t tmpfs -o size=600m large /mnt && head -c 500M /dev/zero >/mnt/file
run --dry-run
check 'what lies in a tmpfs cannot be dropped and does not count' near "$(cached)" "$before"
rm /mnt/file
run
check 'where the kernel cannot be told it is refused' bash -c '[ "$1" -eq 3 ] && grep -q "may not write" <<<"$2"' _ "$status" "$err"
# The cache is the whole kernel's: from here on a file stands for its control.
mount -t tmpfs vm /proc/sys/vm && echo 0 >/proc/sys/vm/drop_caches
for what in pagecache=1 slab=2 all=3; do
  run --what "${what%=*}"
  check "${what%=*} is the number that the kernel's documentation names" test "$status:$(cat /proc/sys/vm/drop_caches)" = "0:${what#*=}"
done
useradd guest
check 'without root it is refused' bash -c 'su guest -s /bin/bash -c "bash $SCRIPT"; [ $? -eq 3 ]'
finish
