#!/usr/bin/env bash
. "$HARNESS"

echo 0 >.uid
stub id <<'EOF'
cat .uid
EOF
mkdir db
echo 1.0-1 >db/curl
echo 3 >db/stuck
stub dpkg-query <<'EOF'
name=${*: -1}
[ ! -e .unreadable ] || { echo 'dpkg-query: error: failed to open package info file' >&2; exit 2; }
[ -e "db/$name" ] || { echo "dpkg-query: no packages found matching $name" >&2; exit 1; }
want=install
! grep -qx "$name" .held 2>/dev/null || want=hold
printf 'installed %s %s %s\n' "$name" "$(cat "db/$name")" $want
EOF
stub apt-mark <<'EOF'
[ "$1" = hold ] && { [ "$3" = stuck ] || echo "$3" >>.held; }
EOF

run --package curl --dry-run
check 'a dry run succeeds' test "$status" -eq 0
check 'a dry run says what it would do' grep -q 'would hold: curl at 1.0-1' <<<"$out"
check 'a dry run holds nothing' test ! -e .held

run --package curl
check 'it succeeds' test "$status" -eq 0
check 'the package is held' grep -qx curl .held
check 'the version is told' grep -q '^held: curl at 1.0-1' <<<"$out"
run --package curl
check 'a second run succeeds' test "$status" -eq 0
check 'a second run changes nothing' test "$(calls '^apt-mark hold' | wc -l)" -eq 1

run --package stuck
check 'a hold without effect is a failure' test "$status" -eq 1
run --package nosuch
check 'a package that is not installed is refused' test "$status" -eq 3
echo 1000 >.uid
run --package stuck
check 'without root it is refused' test "$status" -eq 3
touch .unreadable
run --package curl
check 'an unreadable state is refused' test "$status" -eq 3
run
check 'the package is required' test "$status" -eq 2
run --package 'x; touch pwned'
check 'a hostile name is refused' test "$status" -eq 2
run --package '*'
check 'a pattern is no package' test "$status" -eq 2
check 'a hostile value runs nothing' test ! -e pwned
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" --package curl >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
