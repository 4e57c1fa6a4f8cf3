#!/usr/bin/env bash
. "$HARNESS"
# equivalent mutant e3613de2: a line of apt-cache that is not indented is one word
# equivalent mutant 69fb35c3: a line of apt-cache that is not indented is one word

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
  curl | htop | broken | locked | g++ | picky) printf '%s:\n  Installed: (none)\n  Candidate: 2.0-1\n  Version table:\n     2.0-1 500\n     1.5-1 500\n' "${*: -1}" ;;
  empty) printf 'empty:\n  Installed: (none)\n  Candidate: (none)\n' ;;
  lib.a) printf 'libra:\n  Installed: (none)\n  Candidate: 1\nlibya:\n  Installed: (none)\n  Candidate: 1\n' ;;
  mono:i386) printf 'mono:i386:\n  Installed: (none)\n  Candidate: 2.0-1\n' ;;
esac
EOF

stub apt-get <<'EOF'
printf %s "$NEEDRESTART_SUSPEND" >.suspended
target=${*: -1}
case "$*" in
  *picky*) printf 'line %s\n' 1 2 3 4 5; echo 'E: Packages need to be removed but remove is disabled.'; exit 100 ;;
  *--simulate*) printf 'Inst libdep (0.1 Debian)\nInst libold [1.0-1] (2.0-1 Debian:12 [amd64])\nInst %s (2.0-1 Debian)\nConf %s (2.0-1 Debian)\n' "$target" "$target" ;;
  *locked*) echo 'E: Could not get lock /var/lib/dpkg/lock-frontend' >&2; exit 100 ;;
  *=9-9) echo 9-8 >"db/${target%%=*}" ;;
  *broken*) ;;
  *) case $target in *=*) echo "${target#*=}" >"db/${target%%=*}" ;; *) echo 2.0-1 >"db/$target" ;; esac ;;
esac
EOF

run --package htop --dry-run
check 'a dry run succeeds' test "$status" -eq 0
check 'a dry run names what would come' test "$(grep '^  ' <<<"$out" | paste -sd '|')" = '  libdep 0.1|  libold [1.0-1] -> 2.0-1|  htop 2.0-1'
check 'a dry run installs nothing' test ! -e db/htop

run --package htop
check 'it succeeds' test "$status" -eq 0
check 'the package is installed' grep -qx 2.0-1 db/htop
check 'needrestart restarts no other service' test -s .suspended
check 'nothing may be removed for it' test -n "$(calls '^apt-get --quiet --yes --no-remove .* install -- htop$')"
run --package htop
check 'a second run has nothing to do' grep -q 'nothing to do: htop 2.0-1' <<<"$out"
check 'a second run installs nothing' test "$(calls '^apt-get --quiet' | wc -l)" -eq 1
run --package g++
check 'a plus in the name is fine' test -e db/g++
run --package curl --version 1.5-1
check 'an exact version is installed' grep -qx 1.5-1 db/curl
run --package curl --version 1.5-1
check 'once' test "$status:$out" = '0:nothing to do: curl 1.5-1 is installed already'
run --package curl --version 9-9
check 'another version than the one that was asked for is a failure' test "$status:$(grep -c 'curl is at version 9-8, not 9-9' <<<"$err")" = 1:1
run --package mono:i386 --dry-run
check 'a package of another architecture is found' test "$status:$(tail -n 1 <<<"$out")" = '0:would install: mono:i386 2.0-1, with the packages above'
run --package locked
check 'an install that fails is a failure' test "$status:$(grep -c 'apt-get could not install locked' <<<"$err")" = 1:1

run --package broken
check 'an install without effect is a failure' test "$status" -eq 1
run --package picky
check 'removing others is refused' test "$status" -eq 3
check 'with the last words of apt-get' test "$(head -n 1 <<<"$err")" = 'line 2'
run --package lib.a
check 'a name is no pattern' test "$status:$(grep -c 'no repository offers a package lib.a' <<<"$err")" = 3:1
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
