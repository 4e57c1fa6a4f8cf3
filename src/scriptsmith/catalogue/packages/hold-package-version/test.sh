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
case "$*" in
  --listfiles*) printf '%s\n' /. /usr /usr/share /usr/share/doc "/usr/share/doc/$name" "/usr/share/doc/$name/copyright"; [ "$name" = meta ] || echo /usr/bin/x; exit ;;
  *Depends*) echo ', curl (>= 1) | other, curl, curl-doc:any, absent'; exit ;;
esac
[ ! -e .unreadable ] || { echo 'dpkg-query: error: failed to open package info file' >&2; exit 2; }
[ -e "db/$name" ] || { echo "dpkg-query: no packages found matching $name" >&2; exit 1; }
want=install
! grep -qx "$name" .held 2>/dev/null || want=hold
[[ "$*" == *Package* ]] || { printf 'installed %s' $want; exit; }
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
check 'the version is told' grep -q '^held: curl at 1.0-1; ' <<<"$out"
check 'and that it gets no security updates' grep -q '; security updates pass it over, too$' <<<"$out"
run --package curl
check 'a second run succeeds' test "$status" -eq 0
check 'a second run changes nothing' test "$(calls '^apt-mark hold' | wc -l)" -eq 1

for it in meta curl-doc; do echo 8.0 >db/$it; done
run --package meta
check 'of a package without files it is told what can be upgraded all the same' test "$(tail -n 1 <<<"$out")" = 'note: meta has no files of its own; what it stands for is upgraded all the same, unless held too: curl-doc'
check 'of another nothing is' test "$(grep -c '^note' <<<"$(bash "$SCRIPT" --package curl)")" = 0
run --package meta
check 'also when it is on hold already' grep -q '^note: .*: curl-doc$' <<<"$out"
echo curl-doc >>.held; run --package meta
check 'and not when all are on hold' test "$(grep -c '^note' <<<"$out")" = 0

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
