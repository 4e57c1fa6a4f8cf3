#!/usr/bin/env bash
# packages: coreutils openssl
. "$HARNESS"
ran_on coreutils "$(sha256sum --version | sed -n '1s/.* //p')"
head -c 300000 /dev/urandom >'a file'
for kind in sha256 sha512 sha1 md5; do
  sum=$(openssl dgst -"$kind" -r 'a file' | cut -d ' ' -f 1) # by another program
  run --file 'a file' --checksum "${sum^^}"
  check "$kind: it is the expected one" bash -c '[ "$1" = 0 ] && grep -qx "the same" <<<"$2" && grep -qF "$3" <<<"$2"' _ "$status" "$out" "$sum"
  run --file 'a file' --checksum "${sum/[0-8]/9}"
  check "$kind: it is another" bash -c '[ "$1" = 1 ] && grep -q "^DIFFERENT" <<<"$2"' _ "$status" "$out"
done
check 'MD5 is no proof against forgery' grep -q '^note: md5' <<<"$err"
run --file 'a file'
check 'without one it is printed' test "$out" = "sha256  $(openssl dgst -sha256 -r 'a file' | cut -d ' ' -f 1)  a file"
: >empty
run --file empty --checksum e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855
check 'an empty file has its own' test "$status" -eq 0
finish
