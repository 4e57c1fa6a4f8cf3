#!/usr/bin/env bash
. "$HARNESS"

echo 0 >.uid
stub id <<'EOF'
cat .uid
EOF
mkdir db
echo 1.0-1 >db/curl
stub dpkg-query <<'EOF'
name=${*: -1}
[ -e "db/$name" ] || { echo "no packages found matching $name" >&2; exit 1; }
case "$*" in
  *Essential*) case $name in bash) echo 'yes||required' ;; *) echo '||optional' ;; esac ;;
  *) printf 'installed %s\n' "$(cat "db/$name")" ;;
esac
EOF
stub apt-cache <<'EOF'
case ${*: -1} in
  curl | htop | broken | g++ | picky) printf '%s:\n  Installed: (none)\n  Candidate: 2.0-1\n  Version table:\n     2.0-1 500\n     1.5-1 500\n' "${*: -1}" ;;
  empty) printf 'empty:\n  Installed: (none)\n  Candidate: (none)\n' ;;
  lib.) printf 'liba:\n  Candidate: 1\nlibb:\n  Candidate: 1\n' ;;
esac
EOF

echo 3 >db/stuck
stub apt-mark <<'EOF'
case $1 in
  showhold) [ ! -e .unreadable ] || exit 1; [ ! -e .held ] || cat .held ;;
  hold) [ "$3" = stuck ] || echo "$3" >>.held ;;
esac
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
check 'unreadable holds are refused' test "$status" -eq 3
run
check 'the package is required' test "$status" -eq 2
run --package 'x; touch pwned'
check 'a hostile name is refused' test "$status" -eq 2
run --package '*'
check 'a pattern is no package' test "$status" -eq 2
check 'a hostile value runs nothing' test ! -e pwned
finish
