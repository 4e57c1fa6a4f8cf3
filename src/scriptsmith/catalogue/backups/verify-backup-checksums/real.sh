#!/usr/bin/env bash
# packages: coreutils
. "$HARNESS"
ran_on sha256sum "$(sha256sum --version | sed -n '1s/.* //p')"

mkdir -p 'back up/sub'; cd 'back up' || exit 1
printf 'one\n' >a; printf 'two\n' >$'sub/b\nc'; printf 'three\n' >d
sha256sum a $'sub/b\nc' d >SHA256SUMS; cd ..
run --directory 'back up'
check 'an intact backup is' grep -qx '3 files in the list: 3 intact, 0 damaged, 0 missing; [01] files not in the list' <<<"$out"
check 'it succeeds' test "$status" -eq 0
printf 'x' >>'back up/d'; rm 'back up/a'; printf 'new\n' >'back up/new'
run --directory 'back up'
check 'damage and loss are told apart' test "$status" -eq 1 -a -n "$(grep -x 'DAMAGED: d' <<<"$out")" -a -n "$(grep -x 'missing or unreadable: a' <<<"$out")"
check 'what the list leaves out is named' grep -qx 'not in the list: new' <<<"$out"
check 'all is counted' grep -qE '^3 files in the list: 1 intact, 1 damaged, 1 missing; [12] files not in the list$' <<<"$out"
head -c 100 'back up/SHA256SUMS' >'back up/cut'
run --directory 'back up' --list cut
check 'a list that was cut short is a failure' test "$status" -eq 1
finish
