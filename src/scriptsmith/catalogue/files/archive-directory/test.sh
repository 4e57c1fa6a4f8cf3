#!/usr/bin/env bash
. "$HARNESS"

mkdir -p 'srv/my app/sub' out 'srv/-dash: x'
printf 'one\n' >'srv/my app/file one'
printf 'two\n' >$'srv/my app/sub/new\nline'
ln -s 'file one' 'srv/my app/link'
printf 'three\n' >'srv/-dash: x/f'
before=$(cd srv && find . -printf '%p %m %T@ %s\0' | sort -z | sha256sum)

run --directory 'srv/my app' --destination out --dry-run
check 'a dry run changes nothing' test -z "$(ls -A out)"
check 'a dry run names the archive' grep -qE 'would archive: .*/srv/my app to .*/out/my app-[0-9]{8}T[0-9]{6}Z\.tar\.gz$' <<<"$out"

check 'nothing is left out' test -z "$(grep 'NOT in' <<<"$out")"

run --directory 'srv/my app' --destination out
archive=$(find out -name 'my app-*.tar.gz')
check 'it succeeds' test "$status" -eq 0
check 'there is one archive and nothing else' test "$(find out -type f | wc -l)" -eq 1
check 'it counts the entries' grep -qE '\(5 entries, [0-9]+ bytes; without access lists and extended attributes\)$' <<<"$out"
check 'others cannot read it' test "$(stat -c %a "$archive")" = 600
mkdir back
check 'it can be unpacked' tar -xzf "$archive" -C back
check 'what comes out is what went in' diff -r --no-dereference 'srv/my app' 'back/my app'
check 'the directory is not changed' test "$(cd srv && find . -printf '%p %m %T@ %s\0' | sort -z | sha256sum)" = "$before"

run --directory 'srv/-dash: x/' --destination out
check 'a dash and a colon in the name do no harm' test "$(find out -name '-dash: x-*.tar.gz' -size +0 | wc -l)" -eq 1
mv "$archive" out/kept.tar.gz
run --directory 'srv/my app' --destination out
check 'a second run makes another archive' bash -c '[ "$1" -eq 0 ] && [ -e out/kept.tar.gz ]' _ "$status"

run --directory 'srv/my app' --destination 'srv/my app/sub'
check 'an archive within the directory is refused' test "$status" -eq 2
run --directory / --destination out
check 'the root is refused' test "$status" -eq 2
run --directory srv/nowhere --destination out
check 'a missing directory is refused' test "$status" -eq 3
run --directory srv --destination nowhere
check 'a missing destination is refused' test "$status" -eq 3
run --destination out
check 'no directory is refused' test "$status" -eq 2
run --directory '$(touch pwned); touch pwned' --destination out
check 'a hostile value runs nothing' bash -c '[ "$1" -eq 3 ] && [ ! -e pwned ]' _ "$status"

mkdir $'srv/two\nlines'
run --directory $'srv/two\nlines' --destination out
check 'a newline in the name is refused' test "$status" -eq 3
run --directory srv --destination back/*/'file one'
check 'a file as the destination is refused' test "$status" -eq 3
printf 'x\n' >program; chmod 755 program
run --directory program --destination out
check 'and one as the directory' test "$status" -eq 3
run --directory srv --destination ''
check 'an empty destination is refused' test "$status" -eq 2

# Root may read and write everywhere, so these are run by a user who may not.
if [ "$(id -u)" != 0 ] || setpriv --reuid 65534 --clear-groups true 2>/dev/null; then
  bash_=$(type -P bash)
  stub bash <<<"if [ \"\$(id -u)\" = 0 ]; then exec setpriv --reuid 65534 --clear-groups '$bash_' \"\$@\"; else exec '$bash_' \"\$@\"; fi"
  hash -r
  mkdir -m 777 anyones; mkdir -m 111 unlisted; mkdir -m 444 unentered; mkdir -m 555 full
  run --directory unlisted --destination anyones
  check 'a directory that cannot be listed is refused' test "$status" -eq 3
  run --directory unentered --destination anyones
  check 'one that cannot be entered too' test "$status" -eq 3
  check 'nothing is made of them' test -z "$(ls -A anyones)"
  run --directory srv --destination full
  check 'a destination that cannot be written is refused' test "$status" -eq 3
  rm .stubs/bash; hash -r; chmod 755 unlisted unentered full
fi

# What else writes there needs room, too.
mkdir big narrow; head -c 500000 /dev/urandom >big/f
room() { stub df <<<"printf '1K-blocks Avail\n     2000  $1\n'"; }
room 400
run --directory big --destination narrow
check 'an archive that would fill the file system is a failure, and removed' test "$status:$(grep -c 'the archive may take 0 MB in' <<<"$err"):$(ls -A narrow)" = 1:1:
room 1800
run --directory big --destination narrow --dry-run
check 'how much it may take is told before' grep -qx 'room for it: 1 MB' <<<"$out"
run --directory big --destination narrow
check 'with room enough it is made' test "$status" -eq 0
room 100
run --directory big --destination narrow
check 'without room nothing is begun' test "$status" -eq 3
stub df <<<'exit 1'
run --directory big --destination narrow
check 'nor where that cannot be seen' test "$status" -eq 3
rm .stubs/df

# Within one second, the names are the same.
mkdir same
stub date <<<'echo 20261129T083000Z'
printf 'kept\n' >same/sub-20261129T083000Z.tar.gz.unverified
run --directory 'srv/my app/sub' --destination same
check 'beside an unverified archive of that name none is made' test "$status:$(ls same)" = 1:sub-20261129T083000Z.tar.gz.unverified
mv same/sub-20261129T083000Z.tar.gz.unverified same/sub-20261129T083000Z.tar.gz
run --directory 'srv/my app/sub' --destination same
check 'an archive of that name stays as it is' test "$status:$(<same/sub-20261129T083000Z.tar.gz)" = 1:kept
check 'and why is told' grep -q 'exists already, try again in a second$' <<<"$err"
rm same/*
stub mv <<<'printf "of another\n" >"${!#}"' # the name is taken in the last moment, and with -n it stays so
run --directory 'srv/my app/sub' --destination same
check 'an archive that does not get its name is a failure' test "$status" -eq 1
check 'what has the name is kept, and nothing else is left' test "$(cat same/*)" = 'of another'
rm same/* .stubs/mv .stubs/date

stub tar <<'BODY'
PATH=${PATH#*:} tar "$@" || exit
[ "$1" != --create ] || { echo 'tar: ./sub/secret: Cannot open: Permission denied' >&2; exit 2; }
BODY
run --directory 'srv/my app/sub' --destination same
check 'an archive without a file that cannot be read is a failure' test "$status" -eq 1
check 'and is removed' test -z "$(ls -A same)"

# A file that changes between packing and comparing.
mkdir late changing
printf 'before\n' >changing/f; touch -d yesterday changing/f
stub tar <<'BODY'
[ "$1" != --compare ] || printf 'other contents\n' >changing/f
PATH=${PATH#*:} exec tar "$@"
BODY
run --directory changing --destination late
check 'an archive that does not match is a failure' test "$status" -eq 1
check 'and is kept as unverified' test "$(find late -name '*.tar.gz.unverified' | wc -l)-$(find late -type f | wc -l)" = 1-1
finish
