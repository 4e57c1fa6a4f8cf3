#!/usr/bin/env bash
# packages: diffutils python3-minimal
. "$HARNESS"
ran_on diff "$(diff --version | sed -n '1s/.* //p')"

mkdir -p data/sub; printf 'same\n' >data/same; printf 'a\n' >data/sub/changed; printf 'x\n' >data/gone; ln -s here data/link
cp -a data data2
run --source data2/ --target data
check 'equal trees are identical' test "$status" -eq 0 -a -n "$(grep '^identical: ' <<<"$out")"
mkfifo data/pipe data2/pipe
python3 -c 'import socket
for name in ("data/talk", "data2/talk"): socket.socket(socket.AF_UNIX).bind(name)'
run --source data --target data2
check 'sockets and fifos in both are no difference' test "$status:$(grep -cx 'in both, and without content to compare: 2 sockets, fifos or devices' <<<"$out")" = 0:1
rm data2/talk && touch data2/talk
run --source data --target data2
check 'a socket and a file are one' test "$status:$(grep -c '^different: File data/talk is a socket while' <<<"$out")" = 1:1
rm data/talk data2/talk data/pipe data2/pipe
touch -d 2001-01-01 data/same; touch data2/same
run --source data --target data2
check 'times do not matter' test "$status" -eq 0
printf 'b\n' >data2/sub/changed; rm data2/gone; printf 'new\n' >data2/sub/extra; ln -sfn there data2/link
run --source data --target data2
check 'what is missing and what is more is told apart' grep -qx '1 only in the first, 1 only in the second, 2 different' <<<"$out"
check 'though one name begins like the other' grep -qx 'only in the second: data2/sub: extra' <<<"$out"
check 'a difference is a failure' test "$status" -eq 1
run --source data2 --target data
check 'and the other way about' grep -qx 'only in the first: data2/sub: extra' <<<"$out"
ln -s data one; ln -s data2 two
run --source one --target two/
check 'directories that are named by links are entered' grep -qx '1 only in the first, 1 only in the second, 2 different' <<<"$out"
run --source data --target data/sub
check 'one in the other is refused' test "$status" -eq 3
finish
