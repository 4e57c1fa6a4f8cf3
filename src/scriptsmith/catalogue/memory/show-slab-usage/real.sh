#!/usr/bin/env bash
# packages: procps
. "$HARNESS"
ran_on procps "$(slabtop --version | sed 's/.* //')"
mib() { awk -v key="$1:" '$1 == key { print int($2 / 1024) }' /proc/meminfo; }
near() { (($1 - $2 < 60 && $2 - $1 < 60)); } # other programs go on meanwhile
told() { sed -n "s/^slab: .*$1 \([0-9]*\) MiB.*/\1/p" <<<"$out"; }
mkdir /run/many && seq -f '/run/many/file-%.0f' 20000 | xargs touch # so that two caches are large
run --limit 500
check 'it succeeds' test "$status" -eq 0
check 'what can be reclaimed is that of /proc/meminfo' near "$(told ', reclaimable')" "$(mib SReclaimable)"
check 'so is what cannot' near "$(told 'not reclaimable')" "$(mib SUnreclaim)"
for cache in dentry filp; do
  read -r size unit objects each _ < <(grep -E "  $cache\$" <<<"$out")
  check "$cache is told with the objects that slabtop counts" bash -c '(($1 - $2 < 20000 && $2 - $1 < 20000))' _ "$objects" "$(slabtop --once | awk -v name=$cache '$NF == name { print $1 }')"
  check "$cache takes at least what its objects take" test "$unit" = KiB -a "$size" -ge $((objects * each / 1024 / 2))
done
check 'the size of the dentries is that of slabtop, by a fifth' bash -c '((10 * $1 > 8 * $2 && 10 * $1 < 12 * $2))' _ \
  "$(sed -n 's/^ *\([0-9]*\) KiB .*  dentry$/\1/p' <<<"$out")" "$(slabtop --once | awk '$NF == "dentry" { sub(/K$/, "", $(NF - 1)); print $(NF - 1) }')"
check 'the largest stand first' bash -c 'sed -n "3,\$p" <<<"$1" | sort -s -C -k1,1nr' _ "$out"
run --limit 3
check 'no more than asked are shown' test "$(grep -c ' KiB ' <<<"$out")" -eq 3
useradd guest
check 'without root the single caches are refused' bash -c 'su guest -s /bin/bash -c "bash $SCRIPT"; [ $? -eq 3 ]'
finish
