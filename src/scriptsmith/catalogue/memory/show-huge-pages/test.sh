#!/usr/bin/env bash
. "$HARNESS"

pages() { # KB TOTAL FREE PROMISED
  local d=sys/kernel/mm/hugepages/hugepages-$1kB
  mkdir -p "$d"
  echo "$2" >"$d/nr_hugepages"; echo "$3" >"$d/free_hugepages"; echo "$4" >"$d/resv_hugepages"; echo 0 >"$d/surplus_hugepages"
}
mkdir -p proc sys/kernel/mm/transparent_hugepage
printf 'MemTotal:       16777216 kB\nAnonHugePages:    184320 kB\nShmemHugePages:     20480 kB\nFileHugePages:         0 kB\n' >proc/meminfo
pages 2048 1536 512 100; pages 1048576 1 0 0
echo 'always [madvise] never' >sys/kernel/mm/transparent_hugepage/enabled
echo 'always defer [defer+madvise] madvise never' >sys/kernel/mm/transparent_hugepage/defrag
run --proc-root proc --sys-root sys
check 'it succeeds' test "$status" -eq 0
check 'a size is shown' grep -qx 'pages of 2048 KiB: 1536 reserved (3072 MiB), 1024 in use, 512 free, 100 of these promised, 0 surplus' <<<"$out"
check 'the other size too' grep -q '^pages of 1048576 KiB: 1 reserved (1024 MiB), 1 in use' <<<"$out"
check 'the sum is shown' grep -qx 'reserved in all: 4096 MiB (25% of the memory)' <<<"$out"
check 'what lies idle is told' grep -qx 'IDLE: 824 MiB are reserved and used by nobody' <<<"$out"
check 'transparent ones are told' grep -qx 'transparent huge pages, enabled: madvise' <<<"$out"
check 'a setting with a plus too' grep -qx 'transparent huge pages, defrag: defer+madvise' <<<"$out"
check 'how much is in them' grep -qx 'in transparent huge pages now: 200 MiB' <<<"$out"
pages 2048 0 0 0; pages 1048576 0 0 0
run --proc-root proc --sys-root sys
check 'none is not called idle' test "$(grep -c IDLE <<<"$out")" -eq 0
run --proc-root proc --sys-root nowhere
check 'that there are no transparent ones is told' grep -q '^transparent huge pages: this kernel does not offer them' <<<"$out"
check 'a kernel without them is no failure' bash -c '[ "$1" = 0 ] && grep -q "^this kernel offers no huge pages" <<<"$2"' _ "$status" "$out"
run
check 'it works on the real thing' grep -q '^reserved in all: ' <<<"$out"
: >proc/meminfo
run --proc-root proc --sys-root sys
check 'an empty report is a failure' test "$status" -eq 1
run --proc-root nowhere
check 'a missing process file system is refused' test "$status" -eq 3
run 'x; touch pwned'
check 'an unknown argument is refused' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
finish
