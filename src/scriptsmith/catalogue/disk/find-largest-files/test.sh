#!/usr/bin/env bash
. "$HARNESS"

mkdir -p 'data/a b' -- data/-odd
head -c 3000000 /dev/urandom >'data/a b/biggest one.bin'
head -c 1500000 /dev/urandom >data/-odd/second
head -c 200000 /dev/urandom >$'data/third\nline'
head -c 10 /dev/urandom >data/tiny
truncate -s 500M data/sparse
find data -type f -exec sync {} +

run --directory data --limit 2
check 'it succeeds' test "$status" -eq 0
check 'the largest comes first' test "$(sed -n 2p <<<"$out" | grep -c 'data/a b/biggest one.bin$')" -eq 1
check 'the second largest follows' test "$(sed -n 3p <<<"$out" | grep -c 'data/-odd/second$')" -eq 1
check 'it keeps to the count' grep -q '^2 of [0-9]* files listed' <<<"$out"
check 'a third is not listed' bash -c '! grep -q third <<<"$1"' _ "$out"
check 'a sparse file does not count by its length' bash -c '! grep -q sparse <<<"$1"' _ "$out"

run --directory data --min-size 1
check 'only files above the size are listed' grep -q '^2 of [0-9]* files listed' <<<"$out"
check 'none else is that large' test -z "$(grep '^note' <<<"$out")"
run --directory data --min-size 1 --limit 1
check 'that more are that large is told' grep -qx 'note: more of them are that large; --limit lists more' <<<"$out"
run --directory data
check 'a newline in a name makes no second line' grep -qF "'data/third\\nline'" <<<"${out//.\//}"
check 'the default count takes them all' grep -q '^5 of 5 files listed' <<<"$out"

mkdir empty ./-x
run --directory empty
check 'an empty directory is fine' bash -c '[ "$1" -eq 0 ] && [ "$2" = "0 of 0 files listed" ]' _ "$status" "$out"
head -c 100 /dev/urandom >./-x/f
run --directory -x
check 'a leading dash in the directory is no option' grep -q '\./-x/f$' <<<"$out"
ln -s data link
run --directory link --limit 1
check 'a symbolic link to a directory is followed' grep -q 'biggest one.bin' <<<"$out"

deep=$(printf 'x%.0s' {1..240})
deep=many/$deep/$deep/$deep/$deep/$deep/$deep/$deep/$deep/$deep/$deep/$deep/$deep
mkdir -p "$deep"
(cd "$deep" && seq 5000 | xargs touch)
TMPDIR=/nonexistent run --directory many --limit 1
check 'many names are sorted without a place to write to' bash -c '[ "$1" -eq 0 ] && grep -qx "1 of 5000 files listed" <<<"$2"' _ "$status" "$out"
# As where nothing more can be written, with a bash that keeps each text it redirects in a file (before 5.1).
status=0
out=$( (trap '' XFSZ; ulimit -f 0; BASH_COMPAT=5.0 bash "$SCRIPT" --directory data </dev/null 2>&1) | cat) || status=$?
check 'without room for a file it works' bash -c '[ "$1" -eq 0 ] && grep -q " files listed" <<<"$2"' _ "$status" "$out"
stub sort <<<'exit 2'
run --directory data
check 'names that cannot be sorted are a failure' bash -c '[ "$1" -eq 1 ] && grep -q "could not be sorted" <<<"$2" && [ -z "$3" ]' _ "$status" "$err" "$out"
rm .stubs/sort
run --directory nowhere
check 'a missing directory is refused' test "$status" -eq 3
run --directory data --limit 0
check 'a count of 0 is refused' test "$status" -eq 2
run --directory ''
check 'an empty directory name is refused' test "$status" -eq 2
run --directory data --limit 'x; touch pwned'
check 'a bad number is refused' test "$status" -eq 2
run --directory '$(touch pwned); touch pwned'
check 'a hostile value runs nothing' bash -c '[ "$1" -eq 3 ] && [ ! -e pwned ]' _ "$status"
finish
