#!/usr/bin/env bash
. "$HARNESS"

mkdir -p 'back up/sub'
cd 'back up' || exit 1
echo one >a; echo two >'sub/b c'; echo three >-dash; echo x >'$(touch pwned)'
sha256sum ./a './sub/b c' ./-dash './$(touch pwned)' >SHA256SUMS
cd ..
run --directory 'back up'
check 'an intact backup succeeds' test "$status" -eq 0
check 'the files are counted' grep -qx '4 files in the list: 4 intact, 0 damaged, 0 missing; 0 files not in the list' <<<"$out"
echo damage >>'back up/sub/b c'
run --directory 'back up'
check 'a damaged file is a failure' test "$status" -eq 1
check 'it is named' grep -qx 'DAMAGED: ./sub/b c' <<<"$out"
rm 'back up/a'; echo new >'back up/new'
run --directory "$PWD/back up" --list SHA256SUMS
check 'a missing file is named' grep -qx 'missing or unreadable: ./a' <<<"$out"
check 'an unlisted one is counted' grep -q '4 files in the list: 2 intact, 1 damaged, 1 missing; 1 files not in the list' <<<"$out"
check 'and named' grep -qx 'not in the list: new' <<<"$out"
check 'that all was searched' test -z "$(grep '^note' <<<"$out")"
for n in {1..12}; do echo x >"back up/sub/$n"; done
run --directory 'back up'
check 'of many ten are named, and all counted' test "$(grep -c '^not in the list: ' <<<"$out"):$(grep -c '; 13 files not in the list$' <<<"$out")" = 10:1
rm 'back up/sub/'[0-9]*
printf '%s' "$(cat 'back up/SHA256SUMS')" >'back up/unended'
run --directory 'back up' --list unended
check 'a last line without its end is read' test "$(grep -c '^not in the list: .(touch pwned)' <<<"$out")" = 0
rm 'back up/unended'
stub find <<'EOF'
/usr/bin/find "$@"
exit 1
EOF
run --directory 'back up'
check 'where not all could be searched that is told' grep -q '^note: not all directories could be searched' <<<"$out"
rm .stubs/find
head -c 100 'back up/SHA256SUMS' >'back up/cut'
run --directory 'back up' --list cut
check 'a list that was cut short is a failure' test "$status" -eq 1
printf '%064d  /etc/passwd\n' 0 >'back up/out'
run --directory 'back up' --list out
check 'a list that leads out is refused' test "$status" -eq 3
printf '%064d  sub/../../x\n' 0 >'back up/out'
run --directory 'back up' --list out
check 'by the way up too' test "$status" -eq 3
: >'back up/empty'
run --directory 'back up' --list empty
check 'an empty list is not called intact' test "$status" -eq 3
run --directory 'back up' --list absent
check 'a missing list is refused' test "$status" -eq 3
run --directory nowhere
check 'a missing directory is refused' test "$status" -eq 3
run
check 'a directory is needed' test "$status" -eq 2
run --directory '$(touch pwned)'
check 'a hostile value is refused' test "$status" -eq 3
check 'nothing hostile ran' test ! -e pwned -a ! -e 'back up/pwned'
finish
