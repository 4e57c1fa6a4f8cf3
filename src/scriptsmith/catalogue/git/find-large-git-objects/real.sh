#!/usr/bin/env bash
. "$HARNESS"
use git
head -c 900000 /dev/urandom >"$work/dump of today.sql" && g add -A && g commit -q -m dump && g rm -q 'dump of today.sql' && g commit -q -m 'dump removed'
g checkout -q -b side && head -c 500000 /dev/zero >"$work/zeros" && g add -A && g commit -q -m zeros && g checkout -q main
head -c 300000 /dev/urandom >"$work/stashed" && g add -A && g stash -q
g push -q origin main && g gc -q
large() { run --repository "$work" "$@"; }
large
check 'it succeeds' test "$status" -eq 0
rows() { sed -n 's/^ *\([0-9]*\) kB *\([0-9]*\) kB on disk  [0-9a-f]*  /\1 \2 /p' <<<"$out"; }
check 'a removed file is the largest' test "$(rows | head -n 1 | cut -d' ' -f1,3-)" = '879 dump of today.sql'
check 'what compresses well is told with both sizes' test "$(rows | sed -n 2p)" = '489 1 zeros'
check 'what only a stash holds counts' test "$(rows | sed -n 3p | cut -d' ' -f1,3)" = '293 stashed'
check 'the id leads to the file' test "$(g cat-file -s "$(sed -n 's/.*on disk  \([0-9a-f]*\)  dump.*/\1/p' <<<"$out")")" -eq 900000
head -c 700000 /dev/urandom >"$work/oops" && g add -A && g commit -q -m oops && g reset -q --hard HEAD~1
for n in 4 2; do head -c "${n}00000" /dev/urandom >"$work/readme" && g stash -q; done
large
check 'what was committed and reset is found, and an older stash' test "$(rows | grep 'only in the reflog, an older stash' | cut -d' ' -f1,3 | paste -sd ' ')" = '684 oops 391 readme 293 stashed'
g update-ref -d refs/stash && g reflog expire --expire=now --all
large
check 'what nothing leads to is told' grep -Eqx 'besides: [0-9] files, 1[4-9][0-9][0-9] kB on disk, to which nothing leads any more; .*' <<<"$out"
g gc -q --prune=now
large
check 'and gone with git gc' test "$status:$(grep -c besides <<<"$out")" = 0:0
large --limit 1
check 'no more than asked are shown' grep -q '^1 of 3 files shown' <<<"$out"
run --repository /srv/remote.git
check 'a bare repository is fine' grep -q ' dump of today.sql$' <<<"$out"
git clone -q --depth 1 file:///srv/remote.git /srv/shallow
run --repository /srv/shallow
check 'that a shallow clone lacks what was removed before is told' test "$status:$(grep -c 'dump of today' <<<"$out"):$(grep -c '^note: this is a shallow clone' <<<"$err")" = 0:0:1
git -C /srv/remote.git config uploadpack.allowFilter true
git clone -q --filter=blob:none file:///srv/remote.git /srv/partial
missing() { git -C /srv/partial rev-list --objects --all --missing=print | grep -c '^?'; }
before=$(missing)
run --repository /srv/partial
check 'a partial clone is refused, and nothing fetched' test "$status:$(missing)" = "3:$before"
blob=$(g rev-parse HEAD:readme) && g unpack-objects -q <"$(find "$work/.git/objects/pack" -name '*.pack')" 2>/dev/null
find "$work/.git/objects/pack" -type f -delete
large
check 'a repository with missing objects is a failure' test "$status" -eq 1
finish
