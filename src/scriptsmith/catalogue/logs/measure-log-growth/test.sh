#!/usr/bin/env bash
. "$HARNESS"

mkdir -p 'logs/a b'
head -c 1000 /dev/zero >logs/quiet.log
head -c 1000 /dev/zero >logs/busy.log
head -c 1000 /dev/zero >'logs/a b/slow.log'
head -c 5000 /dev/zero >logs/rotated.log
stub sleep <<'EOF'
head -c 1024 /dev/zero >>logs/busy.log
head -c 102 /dev/zero >>'logs/a b/slow.log'
: >logs/rotated.log
[ ! -e .new ] || head -c 51200 /dev/zero >$'logs/new\nline.log'
EOF
# Ten seconds between the two moments, whatever the clock says.
echo 0 >.clock
stub date <<'EOF'
n=$(cat .clock); echo $((n + 1)) >.clock
echo $((1700000000000000000 + n * 10000000000))
EOF
stub df <<'EOF'
[ "$1 $2 $3" = '--output=avail --block-size=1 --' ] || exit 1
printf '     Avail\n%s\n' 3686400
if [ -e .filling ]; then rm .filling; printf '     Avail\n%s\n' 4686400; fi
EOF

run --directory logs --seconds 10
check 'it succeeds' test "$status" -eq 0
check 'a growing log is shown with its rate' grep -Eqx ' +360KB/h  logs/busy.log' <<<"$out"
check 'the fastest comes first' grep -q busy <<<"$(grep '/h  ' <<<"$out" | sed -n 1p)"
check 'a slower one is shown' grep -Eqx ' +36KB/h  logs/a b/slow.log' <<<"$out"
check 'one that does not grow is not' test -z "$(grep quiet <<<"$out")"
check 'one that shrank is told' grep -qx 'became smaller, rotated or emptied: logs/rotated.log' <<<"$out"
check 'they are summed up' grep -Eqx '2 files grow, by 396KB/h in all; 1 became smaller' <<<"$out"
check 'when it is full is told' grep -Eqx 'at this rate the file system is full in 9 h 8 min \(3.6MB left\)' <<<"$out"
check 'it measures that long' test -n "$(calls '^sleep 10$')"
check 'of the file system itself nothing more' test "$(grep -c -e '^the file system' -e '^note' -e '^not entered' <<<"$out")" -eq 0
touch .filling; head -c 1000 /dev/zero >logs/system.journal
run --directory logs --seconds 10
check 'a file system that fills faster is told' grep -qx 'the file system as a whole fills by 344MB/h: deleted files that are still written, and what else lies on it, count too' <<<"$out"
check 'and when it is full then' grep -qx 'at this rate the file system is full in 0 h 0 min (3.6MB left)' <<<"$out"
check 'that the journal grows in steps is told' grep -q '^note: files of the journal grow by 8 MiB at a time' <<<"$out"
rm logs/system.journal; ln -s "$PWD/.stubs" logs/linked
run --directory logs --seconds 10
check 'a linked directory is named' grep -qx 'not entered, a link or another file system: logs/linked' <<<"$out"
rm logs/linked
touch .new
run --directory logs --seconds 10 --limit 1
check 'a new file counts whole, an odd name is quoted' grep -Eq "18MB/h  \\$'logs/new\\\\nline.log'" <<<"$out"
check 'no more than asked for are shown' test "$(grep -c '/h  ' <<<"$out")" -eq 1
stub sleep <<<'true'
run --directory logs --seconds 10
check 'nothing that grows is no failure' bash -c '[ "$1" -eq 0 ] && grep -q "^0 files grow" <<<"$2"' _ "$status" "$out"
mv .stubs/df df; stub df <<<'echo Avail; echo 1048575'
head -c 4000 /dev/zero >logs/old.log; touch -d '3 days ago' logs/old.log
run --directory logs --seconds 10 --limit 2
check 'on a full file system it is told that nothing can grow' grep -q '^the file system is full (1.0MB left): what cannot be written does not grow' <<<"$out"
check 'and which of the files of the last day are the largest' grep -Eqx " +50KB  \\$'logs/new\\\\nline.log'" <<<"$(sed '1,/is full/d' <<<"$out" | sed -n 1p)"
check 'old ones are none of them' test -z "$(grep old.log <<<"$out")"
check 'no more than asked for' test "$(sed '1,/is full/d' <<<"$out" | wc -l)" -eq 2
stub df <<<'echo Avail; echo 1048576'
run --directory logs --seconds 10
check 'with a megabyte it is not full' test -z "$(grep 'is full' <<<"$out")"
mv df .stubs/df; rm logs/old.log
ln -s logs linked
echo more >>logs/busy.log
run --directory linked --seconds 10
check 'a link to a directory is followed' bash -c '[ "$1" -eq 0 ] && [ -z "$2" ]' _ "$status" "$(calls '^find linked -xdev')"
mkdir links pods && head -c 1000 /dev/zero >pods/0.log && head -c 9000 /dev/zero >pods/turned.log
ln -s ../pods/0.log links/web.log && ln -s ../pods/0.log links/again.log && ln -s ../pods/nowhere links/broken.log
stub sleep <<<'head -c 1024 /dev/zero >>pods/0.log; mv pods/turned.log pods/turned.log.1; echo >pods/turned.log'
run --directory links --seconds 10
check 'a link stands for its file, which counts once' bash -c '[ "$1" = 0 ] && grep -Eqx " +360KB/h  links/(web|again).log" <<<"$2" && grep -q "^1 files grow" <<<"$2"' _ "$status" "$out"
mv pods/turned.log.1 pods/turned.log
stub stat <<<'if [ "$1 $2 $3" = "-L -c %d" ]; then echo 1; else exec /usr/bin/stat "$@"; fi'
run --directory links --seconds 10
check 'what grows on another file system does not fill this one' test "$(grep -c '^1 files grow, by 360KB/h' <<<"$out"):$(grep -c '^at this rate' <<<"$out")" = 1:0
rm .stubs/stat; mv pods/turned.log.1 pods/turned.log
run --directory pods --seconds 10
check 'one that was renamed is no new one' bash -c '! grep -q turned.log.1 <<<"$1" && grep -qx "became smaller, rotated or emptied: pods/turned.log" <<<"$1"' _ "$out"
stub sleep <<<'head -c 1024 /dev/zero >>pods/0.log'
stub find <<<'/usr/bin/find "$@" || exit; [[ "$*" != *"-type f -printf"* || -e looked ]] || { touch looked; exit 1; }'
run --directory links --seconds 10
check 'when a file vanished at the first look, what is linked is no new file at the second' bash -c '[ "$1" = 0 ] && grep -Eqx " +360KB/h  links/(web|again).log" <<<"$2"' _ "$status" "$out"
stub find <<<'exit 1'
run --directory logs --seconds 10
check 'an incomplete search is a failure' test "$status" -eq 1
run --directory nowhere
check 'a missing directory is refused' test "$status" -eq 3
run --directory logs --seconds '1; touch pwned'
check 'a hostile number is refused' test "$status" -eq 2
run --directory '$(touch pwned)'
check 'a hostile directory runs nothing' test ! -e pwned
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" --directory logs >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
