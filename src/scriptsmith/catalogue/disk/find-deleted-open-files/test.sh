#!/usr/bin/env bash
. "$HARNESS"
here=$(pwd -P)

mkdir -p held other 'spa ce'
run --directory "$here/held"
check 'none is a fine answer' grep -q '^0 deleted files still open, holding 0$' <<<"$out"
check 'what is not counted is told' grep -q '^not counted: deleted files that are merely mapped' <<<"$out"

# Files that this very test holds open; other processes of the host are kept out by --directory.
exec 7>'held/gone log' 8>'held/still there' 9>other/gone-too
head -c 3000000 /dev/urandom >&7
printf 'kept\n' >&8
head -c 100000 /dev/urandom >&9
rm 'held/gone log' other/gone-too
sync "/proc/$$/fd/7" "/proc/$$/fd/9"

# Without root some processes of others cannot be looked at, which makes the status 1.
run --directory "$here/held"
check 'it ends as promised' test "$status" -le 1
check 'the deleted file is listed' grep -qF "$here/held/gone log" <<<"$out"
check 'with the process and the descriptor' grep -qE " $$ +7 +[^ ]" <<<"$out"
check 'a file that still has its name is not' bash -c '! grep -q "still there" <<<"$1"' _ "$out"
check 'nor is one from elsewhere' bash -c '! grep -q gone-too <<<"$1"' _ "$out"
check 'a file that several processes hold counts once' grep -q '^1 deleted files still open, holding 2\.9M$' <<<"$out"

run --directory "$here"
check 'the largest comes first' test "$(sed -n 2p <<<"$out" | grep -c 'gone log$')" -eq 1
check 'all below the directory are counted' grep -q '^2 deleted files' <<<"$out"
run --directory "$here" --min-size 1
check 'a small file is left out' grep -q '^1 deleted files' <<<"$out"
ln -s "$here/held" link
run --directory "$here/link"
check 'a symbolic link is resolved' grep -q '^1 deleted files' <<<"$out"

# As where nothing more can be written, with a bash that keeps each text it redirects in a file (before 5.1).
status=0
out=$( (trap '' XFSZ; ulimit -f 0; BASH_COMPAT=5.0 bash "$SCRIPT" --directory "$here" </dev/null 2>&1) | cat) || status=$?
check 'without room for a file it works' grep -q '^2 deleted files' <<<"$out"

exec 7>&- 9>&-
run --directory "$here"
check 'once closed it is gone from the list' grep -q '^0 deleted files' <<<"$out"

run --directory "$here/nowhere"
check 'a missing directory is refused' test "$status" -eq 3
run --directory relative
check 'a relative path is refused' test "$status" -eq 2
run --min-size 'x; touch pwned'
check 'a bad number is refused' test "$status" -eq 2
run --directory "$here/\$(touch pwned); touch pwned"
check 'a hostile value runs nothing' bash -c '[ "$1" -eq 3 ] && [ ! -e pwned ]' _ "$status"
finish
