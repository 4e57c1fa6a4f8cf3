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

stub apt-get <<'EOF'
target=${*: -1}
case "$*" in
  *picky*) echo 'E: Packages need to be removed but remove is disabled.'; exit 100 ;;
  *--simulate*) printf 'Inst libdep (0.1 Debian)\nInst %s (2.0-1 Debian)\n' "$target" ;;
  *broken*) ;;
  *) case $target in *=*) echo "${target#*=}" >"db/${target%%=*}" ;; *) echo 2.0-1 >"db/$target" ;; esac ;;
esac
EOF

run --package htop --dry-run
check 'a dry run succeeds' test "$status" -eq 0
check 'a dry run names what would come' grep -q '^  libdep 0.1' <<<"$out"
check 'a dry run installs nothing' test ! -e db/htop

run --package htop
check 'it succeeds' test "$status" -eq 0
check 'the package is installed' grep -qx 2.0-1 db/htop
check 'nothing may be removed for it' test -n "$(calls '^apt-get --quiet --yes --no-remove .* install -- htop$')"
run --package htop
check 'a second run has nothing to do' grep -q 'nothing to do: htop 2.0-1' <<<"$out"
check 'a second run installs nothing' test "$(calls '^apt-get --quiet' | wc -l)" -eq 1
run --package g++
check 'a plus in the name is fine' test -e db/g++
run --package curl --version 1.5-1
check 'an exact version is installed' grep -qx 1.5-1 db/curl

run --package broken
check 'an install without effect is a failure' test "$status" -eq 1
run --package picky
check 'removing others is refused' test "$status" -eq 3
run --package nosuch
check 'an unknown package is refused' test "$status" -eq 3
run --package empty
check 'a package without a candidate is refused' test "$status" -eq 3
rm -f db/htop
echo 1000 >.uid
run --package htop
check 'without root it is refused' test "$status" -eq 3
run
check 'the package is required' test "$status" -eq 2
run --package htop-
check 'a name that would remove is refused' test "$status" -eq 2
run --package 'x; touch pwned'
check 'a hostile name is refused' test "$status" -eq 2
run --package htop --version '1;touch pwned'
check 'a hostile version is refused' test "$status" -eq 2
check 'a hostile value runs nothing' test ! -e pwned
finish
