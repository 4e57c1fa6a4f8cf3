#!/usr/bin/env bash
. "$HARNESS"

control='made up/sys/vm/drop_caches'
mkdir -p 'made up/sys/vm'
host() {
  printf 'MemTotal: 16777216 kB\nMemFree: 1048576 kB\nBuffers: 1024 kB\nCached: 3144704 kB\nShmem: 1048576 kB\nDirty: 10200 kB\nSReclaimable: 102400 kB\n' \
    >'made up/meminfo'
  printf '0\n' >"$control"
}
host
stub sync <<<'[ "$(cat "made up/sys/vm/drop_caches")" = 0 ] && sed -i "s/^MemFree:.*/MemFree: 2097152 kB/; s/^Dirty:.*/Dirty: 0 kB/" "made up/meminfo"'

run --proc-root 'made up' --dry-run
check 'a dry run succeeds' test "$status" -eq 0
check 'a dry run drops nothing' grep -q '^0$' "$control"
check 'a dry run does not even write to disk' test -z "$(calls '^sync')"
check 'a dry run says what would be dropped' grep -q 'would drop: pagecache (write 1 ' <<<"$out"
check 'it says how much is cached' grep -q '^before: 2048 MiB file cache, 100 MiB reclaimable slab, 1024 MiB free, 9 MiB' <<<"$out"

run --proc-root 'made up'
check 'it succeeds' test "$status" -eq 0
check 'the page cache is dropped' grep -q '^1$' "$control"
check 'after writing to disk' calls '^sync'
check 'the effect is told' grep -q 'free memory changed by +1024 MiB' <<<"$out"
host
run --proc-root 'made up' --what slab
check 'the slab is dropped when asked' grep -q '^2$' "$control"
host
run --proc-root 'made up' --what all
check 'both are dropped when asked' grep -q '^3$' "$control"
printf '0\n' >"$control"
run --proc-root 'made up' --what all
check 'a second run succeeds' test "$status" -eq 0

host
stub sync <<<'exit 1'
run --proc-root 'made up'
check 'when the disk cannot be written it fails' test "$status" -eq 1
check 'and nothing is dropped' grep -q '^0$' "$control"

stub sync <<<'rm -r "made up/sys/vm"'
run --proc-root 'made up'
check 'a kernel that does not take it is a failure' test "$status:$(grep -c 'the kernel did not take 1' <<<"$err"):$(grep -c '^after' <<<"$out")" = 1:1:0
mkdir 'made up/sys/vm'; host; rm .stubs/sync
mkdir few; bash_=$(command -v bash); for tool in cat printf; do ln -s "$(command -v $tool)" few/; done
PATH=few "$bash_" "$SCRIPT" --proc-root 'made up' >/dev/null 2>few.err
check 'without sync it is refused' test "$?:$(grep -c 'sync is not installed' few.err):$(cat "$control")" = 3:1:0
stub sync </dev/null

run --proc-root 'made up' --what 'all; touch pwned'
check 'a bad choice is refused' test "$status" -eq 2
run --proc-root 'made up' --what 7
check 'a raw number is refused' test "$status" -eq 2
run --proc-root 'made up' --now
check 'an unknown argument is refused' test "$status" -eq 2
rm "$control"
run --proc-root 'made up'
check 'a missing control file is refused' test "$status:$(grep -c "no $control on this host" <<<"$err")" = 3:1
check 'and is not made' test ! -e "$control"
run --proc-root nowhere
check 'a missing process file system is refused' test "$status:$(grep -c 'cannot read nowhere/meminfo' <<<"$err")" = 3:1
check 'nothing hostile ran' test ! -e pwned
finish
