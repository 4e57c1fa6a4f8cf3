#!/usr/bin/env bash
. "$HARNESS"

mkdir -p 'one dir/sub' two
echo same >'one dir/same'; echo a >'one dir/sub/changed'; echo x >'one dir/gone $(touch pwned)'
ln -s here 'one dir/link'
cp -a 'one dir/.' two
run --source 'one dir' --target two
check 'equal trees succeed' test "$status" -eq 0
check 'and are called so' grep -qx 'identical: one dir and two' <<<"$out"
check 'what was not looked at is told' grep -qx 'note: owners, modes and times were not compared' <<<"$out"
mkfifo 'one dir/pipe' two/pipe
run --source 'one dir' --target two
check 'a fifo in both is no difference' test "$status:$(grep -cx 'in both, and without content to compare: 1 sockets, fifos or devices' <<<"$out")" = 0:1
rm two/pipe; echo x >two/pipe
run --source 'one dir' --target two
check 'a fifo and a file are one' test "$status:$(tail -n 1 <<<"$out")" = '1:0 only in the first, 0 only in the second, 1 different'
rm 'one dir/pipe' two/pipe
echo b >two/sub/changed; rm two/gone*; echo new >$'two/ex\ttra'; ln -sf there two/link
run --source 'one dir' --target two
check 'a difference is a failure' test "$status" -eq 1
check 'a changed file is named' grep -qx 'different: Files one dir/sub/changed and two/sub/changed differ' <<<"$out"
check 'a missing one is named' grep -qxF 'only in the first: one dir: gone $(touch pwned)' <<<"$out"
check 'an extra one is named, quoted' grep -qF "only in the second: \$'two: ex\\ttra'" <<<"$out"
check 'a link is compared by its target' grep -q '^different: Symbolic links' <<<"$out"
check 'they are counted' grep -qx '1 only in the first, 1 only in the second, 2 different' <<<"$out"
mkdir three; rm two/same; mkdir two/same
run --source 'one dir' --target two
check 'another kind of file is a difference' grep -q '^different: File .* is a regular file while file' <<<"$out"
run --source 'one dir' --target 'one dir/sub/..'
check 'the same directory is refused' test "$status" -eq 3
mkdir data data2; echo x >data2/more; echo y >data/less
run --source data2/ --target data
check 'a name that begins like the other is told apart' grep -qx 'only in the first: data2: more' <<<"$out"
check 'both ways' grep -qx 'only in the second: data: less' <<<"$out"
run --source 'one dir' --target 'one dir/sub'
check 'one in the other is refused' test "$status" -eq 3
mkdir -p one/r1 other/r1; echo 1 >one/r1/file; echo 2 >other/r1/file; echo x >other/r1/more; mkdir other/r1/sub; echo y >other/r1/sub/less; mkdir one/r1/sub
ln -s r1 one/live; ln -s r1 other/live
run --source one/live --target other/live
check 'directories that are named by links are entered' test "$status:$(tail -n 1 <<<"$out")" = '1:0 only in the first, 2 only in the second, 1 different'
check 'what lies in them is named' grep -qx 'only in the second: other/live/sub: less' <<<"$out"
run --source one/live --target other/r1/
check 'one link is enough' test "$status:$(tail -n 1 <<<"$out")" = '1:0 only in the first, 2 only in the second, 1 different'
stub diff <<<'echo "diff: one dir/sub: Permission denied" >&2; exit 2'
run --source 'one dir' --target two
check 'what cannot be read is a failure' bash -c '[ "$1" = 1 ] && grep -q "not everything could be compared" <<<"$2"' _ "$status" "$err"
stub diff <<<'echo "diff: warning of some kind" >&2'
run --source 'one dir' --target two
check 'nor are trees identical of which something else is said' test "$status:$(grep -c identical <<<"$out")" = 1:0
run --source 'one dir' --target nowhere
check 'a missing directory is refused' test "$status" -eq 3
run --source 'one dir'
check 'a second directory is needed' test "$status" -eq 2
run --source '$(touch pwned)' --target two
check 'a hostile value is refused' test "$status" -eq 3
check 'nothing hostile ran' test ! -e pwned
finish
