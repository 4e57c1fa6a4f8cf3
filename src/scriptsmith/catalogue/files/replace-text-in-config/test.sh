#!/usr/bin/env bash
. "$HARNESS"

mkdir 'conf d'
config='conf d/app.conf'
printf 'port = 80\nurl = "http://a/b?x=1&y=*"\nport2 = 8080\n\n' >"$config"
chmod 640 "$config"
cp "$config" original

run --file "$config" --old 'port = 80' --new 'port = 81' --dry-run
check 'a dry run changes nothing' cmp original "$config"
check 'a dry run shows the difference' bash -c 'grep -qx -- "-port = 80" <<<"$1" && grep -qx -- "+port = 81" <<<"$1"' _ "$out"
check 'a dry run leaves no backup' test "$(find 'conf d' -type f | wc -l)" -eq 1

run --file "$config" --old 'port = 80' --new 'port = 81'
check 'it succeeds' test "$status" -eq 0
check 'the text is replaced and all else kept' cmp "$config" <(sed 's/^port = 80/port = 81/' original)
check 'the mode is kept' test "$(stat -c %a "$config")" = 640
check 'the former file is kept' cmp original "conf d"/.app.conf.*Z.bak
check 'where a directory is read whole only the new one is seen' test "$(compgen -G 'conf d/*')" = 'conf d/app.conf'
check 'the difference is shown' grep -qx -- '+port = 81' <<<"$out"

run --file "$config" --old 'port = 80' --new 'port = 81'
check 'a second run has nothing to do' bash -c '[ "$1" -eq 0 ] && grep -q "^nothing to do" <<<"$2"' _ "$status" "$out"
check 'and makes no second backup' test "$(find 'conf d' -type f | wc -l)" -eq 2

rm -f 'conf d'/.*.bak && cp original "$config"
run --file "$config" --old 'x=1&y=*' --new '\1&/[a]$HOME'
check 'no character is special' grep -qxF 'url = "http://a/b?\1&/[a]$HOME"' "$config"
rm -f 'conf d'/.*.bak && cp original "$config"
run --file "$config" --old 80 --new 8080
check 'a new text that contains the old is not replaced again' grep -qx 'port2 = 8080' "$config"
check 'while the old one is' grep -qx 'port = 8080' "$config"
rm -f 'conf d'/.*.bak && cp original "$config"
run --file "$config" --old $'port2 = 8080\n' --new ''
check 'a line can be taken out' bash -c '[ "$1" -eq 0 ] && ! grep -q port2 "$2"' _ "$status" "$config"

printf 'a=1' >-dash
ln -s -- -dash link
run --file link --old -e --new zz
check 'a leading dash in a text is no option' test "$status" -eq 3
run --file link --old a=1 --new a=2
check 'a link is followed and kept, no newline is added' bash -c '[ -L link ] && [ "$(od -c <-dash)" = "$(printf a=2 | od -c)" ]'

printf 'server a 10.0.0.5:80\nserver b 10.0.0.51:80\nserver c 110.0.0.5:80\nmax = 5\nmin = 50\n' >hosts && cp hosts hosts.first
run --file hosts --old 10.0.0.5 --new 10.0.0.9
check 'a part of a longer number is refused, with the lines' bash -c '[ "$1" = 3 ] && grep -q "(lines 2 3)" <<<"$2" && cmp -s hosts hosts.first' _ "$status" "$err"
run --file hosts --old 'max = 5' --new 'max = 9'
check 'a number that stands alone is not' bash -c '[ "$1" = 0 ] && grep -qx "max = 9" hosts && grep -qx "min = 50" hosts' _ "$status"
run --file hosts --old 'a 10.0.0.5:' --new 'a 10.0.0.9:'
check 'nor is one with more of its line' grep -qx 'server a 10.0.0.9:80' hosts
printf 'listen 80;\nlisten 8080;\n' >ports
run --file ports --old 80 --new 8080
check 'the new number that is there already is none of them' test "$(<ports)" = $'listen 8080;\nlisten 8080;'
printf 'a = 59\n' >longer && cp longer longer.first
run --file longer --old 5 --new 9
check 'the new text beside it hides no longer number' test "$status:$(<longer)" = '3:a = 59'
printf 'allow 8080 *:80\n' >starred
run --file starred --old 80 --new '*:80'
check 'nor does a new text that is there with a star in it' test "$status:$(<starred)" = '3:allow 8080 *:80'
printf 'get /?a\nget /?a&b\nget /?a\n' >joined
run --file joined --old '?a' --new '?a&b'
check 'no character is special beside a new text that is there already' test "$status:$(<joined)" = $'0:get /?a&b\nget /?a&b\nget /?a&b'
printf 'name [ab]\nname ab\n' >bracket
run --file bracket --old 'ab' --new '[ab]'
check 'nor is a bracket in one' test "$status:$(<bracket)" = $'0:name [ab]\nname [ab]'
printf 'same\n' >same
run --file same --old same --new same
check 'a text is not replaced by itself' test "$status" -eq 2
printf 'one\n' >$'two\nlines'
run --file $'two\nlines' --old one --new two
check 'a name of two lines is refused' test "$status:$(<$'two\nlines')" = 3:one
run --file 'conf d' --old one --new two
check 'a directory is refused' test "$status:$(grep -c 'no such file: conf d' <<<"$err")" = 3:1
stub date <<<'echo 20260102T030405Z'
mkdir twice && printf 'one\n' >twice/conf && ln -s nowhere twice/.conf.20260102T030405Z-2.bak
for step in one:two two:three three:four; do run --file twice/conf --old "${step%:*}" --new "${step#*:}"; done
former=twice/.conf.20260102T030405Z
check 'changes in one second keep each former file' test "$(<$former.bak) $(<$former-1.bak) $(<$former-3.bak) $(<twice/conf)" = 'one two three four'
check 'and a link of that name is left alone' test "$(readlink $former-2.bak)" = nowhere
rm .stubs/date
printf 'one\n' >kept
stub diff <<<'echo "diff: standard output: No space left on device" >&2; exit 2'
run --file kept --old one --new two --dry-run
check 'a dry run that cannot show the difference fails' test "$status:$(grep -c 'would change' <<<"$out")" = 1:0
rm .stubs/diff
stub mv <<<'echo "mv: cannot move: Operation not permitted" >&2; exit 1'
run --file kept --old one --new two
check 'a file that cannot be put in place is a failure' test "$status:$(grep -c 'in place of' <<<"$err"):$(<kept)" = 1:1:one
rm .stubs/mv
run --file "$config" --old 'not there' --new 'nor this'
check 'a text that is not there is told' test "$status" -eq 3
run --file nowhere --old a --new b
check 'a missing file is refused' test "$status" -eq 3
printf 'a\0b' >binary
run --file binary --old a --new b
check 'a binary file is refused' test "$status" -eq 3
run --file "$config" --old '' --new b
check 'an empty old text is refused' test "$status" -eq 2
run --file "$config" --old a
check 'a missing new text is refused' test "$status" -eq 2
run --file "$config" --old url --new '$(touch pwned)`touch pwned`; touch pwned'
check 'a hostile value is only text' bash -c 'grep -qF "; touch pwned = " "$1" && [ ! -e pwned ]' _ "$config"
finish
