#!/usr/bin/env bash
. "$HARNESS"

mkdir -p 'data/big one/deep/deeper' data/small data/-dash $'data/new\nline'
head -c 3000000 /dev/urandom >'data/big one/deep/deeper/f'
head -c 1500000 /dev/urandom >data/-dash/f
head -c 300000 /dev/urandom >$'data/new\nline/f'
head -c 2000000 /dev/urandom >data/loose
find data -type f -exec sync {} +

run --directory data --limit 3 --depth 1
check 'it succeeds' test "$status" -eq 0
check 'the largest comes first' test "$(sed -n 1p <<<"$out" | grep -c 'data/big one$')" -eq 1
check 'the second largest follows' test "$(sed -n 2p <<<"$out" | grep -c 'data/-dash$')" -eq 1
check 'a newline in a name makes no second line' test "$(sed -n 3p <<<"$out" | grep -cF "'data/new\\nline'")" -eq 1
check 'it keeps to the count and does not list itself' grep -q '^3 of [0-9]* directories listed, .* in all of data/$' <<<"$out"
check 'depth 1 stays at one level' bash -c '! grep -q deep <<<"$1"' _ "$out"

run --directory data
check 'the default depth shows the second level' grep -q 'data/big one/deep$' <<<"$out"
check 'but not the third' bash -c '! grep -q deeper <<<"$1"' _ "$out"
check 'a single file is not listed' bash -c '! grep -q loose <<<"$1"' _ "$out"

mkdir -p empty ./-x/sub
run --directory empty
check 'a directory without any below it is fine' bash -c '[ "$1" -eq 0 ] && grep -q "^0 of 0 directories" <<<"$2"' _ "$status" "$out"
run --directory -x
check 'a leading dash in the directory is no option' grep -q -- '-x/sub$' <<<"$out"
run --directory data///
check 'trailing slashes do not matter' grep -q ' in all of data/$' <<<"$out"

stub stat <<<'case $1 in -f) echo btrfs ;; *) exec /usr/bin/stat "$@" ;; esac'
run --directory data
rm .stubs/stat
check 'subvolumes are told to be left out' grep -qx "not entered either: btrfs subvolumes and snapshots below (btrfs subvolume list $PWD/data)" <<<"$out"
run --directory data
check 'of part of a file system only its own total is told' bash -c '! grep -q "^in use" <<<"$1"' _ "$out"
check 'of another file system there are none' bash -c '! grep -q btrfs <<<"$1"' _ "$out"
# The folder of devices is a file system of its own in the box (tmpfs), as on every host.
stub stat <<<'case $* in "-f -c (%b-%f)*%S "*) echo "(30-10)*1048576" ;; *) exec /usr/bin/stat "$@" ;; esac'
run --directory /dev --limit 1
check 'of a whole file system what is in use is told as well' grep -q '^in use on the whole file system: 20M (what is in no directory was deleted and is still open, see lsof +L1, or lies under a mount point)$' <<<"$out"
rm .stubs/stat
run --directory nowhere
check 'a missing directory is refused' test "$status" -eq 3
run --directory ''
check 'an empty directory name is refused' test "$status" -eq 2
# As where nothing more can be written, with a bash that keeps each text it redirects in a file (before 5.1).
status=0
out=$( (trap '' XFSZ; ulimit -f 0; BASH_COMPAT=5.0 bash "$SCRIPT" --directory data </dev/null 2>&1) | cat) || status=$?
check 'without room for a file it works' bash -c '[ "$1" -eq 0 ] && grep -q " directories listed" <<<"$2"' _ "$status" "$out"
run --directory data --depth 0
check 'a depth of 0 is refused' test "$status" -eq 2
run --directory data --limit 'x; touch pwned'
check 'a bad number is refused' test "$status" -eq 2
run --directory '$(touch pwned); touch pwned'
check 'a hostile value runs nothing' bash -c '[ "$1" -eq 3 ] && [ ! -e pwned ]' _ "$status"

deep=$(printf 'x%.0s' {1..240})
deep=many/$deep/$deep/$deep/$deep/$deep/$deep/$deep/$deep/$deep/$deep/$deep/$deep
mkdir -p "$deep"
(cd "$deep" && seq 5000 | xargs mkdir)
TMPDIR=/nonexistent run --directory many --limit 1 --depth 20
check 'many names are sorted without a place to write to' bash -c '[ "$1" -eq 0 ] && grep -q "^1 of 5012 directories listed" <<<"$2"' _ "$status" "$out"
stub sort <<<'exit 2'
run --directory data
check 'names that cannot be sorted are a failure' bash -c '[ "$1" -eq 1 ] && grep -q "could not be sorted" <<<"$2" && [ -z "$3" ]' _ "$status" "$err" "$out"
rm .stubs/sort
stub du <<'BODY'
printf '4096\tdata/\0'
exit 1
BODY
run --directory data
check 'what could not be read is told' bash -c '[ "$1" -eq 1 ] && grep -q "could not be read or went meanwhile" <<<"$2"' _ "$status" "$err"
finish
