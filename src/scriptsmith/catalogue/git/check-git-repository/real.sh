#!/usr/bin/env bash
. "$HARNESS"
use git
for n in 1 2 3; do commit file "text $n"; done
g checkout -q -b side && commit side x && g checkout -q main && g branch -q -D side # leaves a dangling commit
check_it() { run --repository "${1-$work}"; }
check_it
check 'a sound repository succeeds, dangling objects are normal' bash -c '[ "$1" -eq 0 ] && grep -q "^sound: " <<<"$2" && ! grep -q dangling <<<"$2"' _ "$status" "$out"
check 'its objects are counted' grep -q "^objects: $(g count-objects | cut -d' ' -f1) loose, 0 packed" <<<"$out"
git clone -q --bare --no-local "$work" /srv/packed.git && git --git-dir /srv/packed.git repack -a -d -q
check_it /srv/packed.git
check 'so does a packed one' bash -c '[ "$1" -eq 0 ] && grep -Eq "^objects: 0 loose, [1-9][0-9]* packed" <<<"$2"' _ "$status" "$out"
pack=$(find /srv/packed.git/objects/pack -name '*.pack') && chmod u+w "$pack" && printf '\377' | dd of="$pack" bs=1 seek=60 conv=notrunc status=none
check_it /srv/packed.git
check 'one byte of a pack is noticed' test "$status" -eq 1
cp -a "$work" /srv/copy && blob=$(g rev-parse HEAD~1:file) && rm -f "/srv/copy/.git/objects/${blob:0:2}/${blob:2}"
check_it /srv/copy
check 'a missing file of the past is damage, and told' bash -c '[ "$1" -eq 1 ] && grep -q "missing blob $3" <<<"$2"' _ "$status" "$out" "$blob"
cp -a "$work" /srv/second && printf '%040d\n' 7 >/srv/second/.git/refs/heads/broken
check_it /srv/second
check 'so is a branch that leads nowhere' test "$status" -eq 1
cp -a "$work" /srv/third && object="/srv/third/.git/objects/${blob:0:2}/${blob:2}" && chmod u+w "$object" && : >"$object"
check_it /srv/third
check 'and an object that a crash left empty' test "$status" -eq 1
git clone -q --bare "$work" /srv/lost.git && rm -rf /srv/lost.git/packed-refs /srv/lost.git/refs/heads/*
check_it /srv/lost.git
check 'all references gone is damage' test "$status:$(grep -c 'references are lost' <<<"$err")" = 1:1
cp -a "$work" /srv/headless && : >/srv/headless/.git/HEAD
check_it /srv/headless
check 'so is a HEAD that a crash left empty' test "$status:$(grep -c 'has the files of a git repository' <<<"$err")" = 1:1
cp -a "$work" /srv/theirs && chown -R nobody /srv/theirs
check_it /srv/theirs
check 'one of another user is refused' test "$status:$(grep -c safe.directory <<<"$err")" = 3:1
check_it /srv/none
check 'what is not there is refused' test "$status" -eq 3
mkdir /srv/plain && check_it /srv/plain
check 'and what is no repository' test "$status" -eq 3
finish
