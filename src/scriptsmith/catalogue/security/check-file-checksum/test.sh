#!/usr/bin/env bash
. "$HARNESS"

printf 'hello\n' >'a file'
cp 'a file' $'new\nline'
cp 'a file' ./-dash
sha=5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03

run --file 'a file'
check 'it succeeds' test "$status" -eq 0
check 'the checksum is shown' grep -qx "sha256  $sha  a file" <<<"$out"
run --file 'a file' --checksum "$sha"
check 'the expected one succeeds' bash -c '[ "$1" -eq 0 ] && grep -qx "the same" <<<"$2"' _ "$status" "$out"
run --file 'a file' --checksum "${sha^^}"
check 'capital digits are the same' test "$status" -eq 0
run --file 'a file' --checksum "${sha/5/6}"
check 'another one is a failure' test "$status" -eq 1
check 'and is told' grep -q '^DIFFERENT: expected 6891' <<<"$out"
run --file 'a file' --checksum b1946ac92492d2347c6235b4d2611184
check 'an MD5 is known by its length' grep -q '^md5  b1946ac9' <<<"$out"
check 'its weakness is told' grep -q 'forged' <<<"$err"
run --file 'a file' --checksum f572d396fae9206628714fb2ce00f72e94f2258f
check 'so is a SHA-1' test "$status" -eq 0
run --file $'new\nline' --checksum "$sha"
check 'a name with a newline is quoted' grep -qF "\$'new\\nline'" <<<"$out"
run --file -dash --checksum "$sha"
check 'a name with a leading dash is a file' test "$status" -eq 0
: >empty
run --file empty
check 'an empty file has a checksum' grep -q 'e3b0c44298fc1c14' <<<"$out"
run --file nowhere
check 'a missing file is refused' test "$status" -eq 3
run --file .
check 'a directory is refused' test "$status" -eq 3
run --file 'a file' --checksum abc
check 'a checksum of no known length is refused' test "$status" -eq 2
run
check 'the file is required' test "$status" -eq 2
run --file 'a file' --checksum 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --file 'a file' --checksum '$(touch pwned)'
check 'a hostile value runs nothing' test ! -e pwned
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" --file empty >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
