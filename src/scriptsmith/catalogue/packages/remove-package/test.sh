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
  *Essential*) case $name in bash) echo 'yes||optional' ;; shim) echo '|yes|optional' ;; libbasis) echo '||required|' ;; web) echo '||optional|web-core (>= 1) | web-full' ;; thick) echo '||optional|libc6' ;; *) echo '||optional' ;; esac ;;
  *--listfiles*thick) printf '%s\n' /. /usr /usr/share/doc/thick "$PWD/program" ;;
  *--listfiles*) printf '%s\n' /. /usr /usr/share/doc/web ;;
  *) printf 'installed %s %s\n' "$(cat "db/$name")" "$name" ;;
esac
EOF
stub apt-cache <<'EOF'
case ${*: -1} in
  curl | htop | broken | g++ | picky) printf '%s:\n  Installed: (none)\n  Candidate: 2.0-1\n  Version table:\n     2.0-1 500\n     1.5-1 500\n' "${*: -1}" ;;
  empty) printf 'empty:\n  Installed: (none)\n  Candidate: (none)\n' ;;
  lib.) printf 'liba:\n  Candidate: 1\nlibb:\n  Candidate: 1\n' ;;
esac
EOF

echo 5.2-1 >db/bash
echo 1.0-1 >db/libbase
echo 1.0-1 >db/stuck
stub apt-get <<'EOF'
target=${*: -1}
case "$*" in
  *--simulate*--auto-remove*) printf 'Remv %s [1.0-1]\n' "$target"; [ ! -e idle ] || printf 'Remv lib%d [1.0-1]\n' 1 2 ;;
  *--simulate*libwrap0*) printf 'Remv openssh-server [1.0-1]\nRemv libwrap0 [1.0-1]\n' ;;
  *--simulate*libkernel*) printf 'Remv linux-image-6.1.0-9-amd64:amd64 [1.0-1]\nRemv libkernel [1.0-1]\n' ;;
  *--simulate*libboot*) printf 'Remv initramfs-tools-core [1.0-1]\nRemv libboot [1.0-1]\n' ;;
  *--simulate*libbase*) printf 'Remv curl [1.0-1]\nRemv libbase [1.0-1]\n' ;;
  *--simulate*clash) for n in {1..9}; do echo "line $n" >&2; done; exit 100 ;;
  *--simulate*instead) printf 'Remv instead [1.0-1]\nInst other (2.0-1 Debian:12 [amd64])\nConf other (2.0-1 Debian:12 [amd64])\n' ;;
  *--simulate*many) printf 'Remv p%d [1.0-1]\n' {1..11}; printf 'Purg many [1.0-1]\n' ;;
  *--simulate*) printf 'Remv %s [1.0-1]\n' "$target" ;;
  *stuck*) ;;
  *) rm "db/$target" ;;
esac
EOF

# As on a full disk, and by Bash before 5.1: each text that is redirected needs a file.
noroom=$( (trap '' XFSZ; ulimit -f 0; bash -O compat44 "$SCRIPT" --package curl --dry-run </dev/null 2>/dev/null) | cat)
run --package curl --dry-run
check 'without room for a file the same is told' test "$noroom" = "$out"
check 'a dry run succeeds' test "$status" -eq 0
check 'a dry run says what it would do' grep -q 'would remove: curl 1.0-1 and 0 other' <<<"$out"
check 'a dry run removes nothing' test -e db/curl

run --package libbase
check 'others are not removed unasked' test "$status" -eq 3
check 'they are named' grep -q 'to be removed: curl libbase' <<<"$out"
check 'nothing is removed then' test -e db/libbase
for name in shim libbasis clash instead many; do echo 1.0-1 >"db/$name"; done
for name in shim libbasis bash; do
  run --package "$name"
  check "an essential package is refused: $name" bash -c '[ "$1" -eq 3 ] && grep -q "is essential" <<<"$2"' _ "$status" "$err"
done
run --package clash
check 'why apt-get cannot remove it is told' test "$status:$(grep -c '^line' <<<"$err"):$(grep -cx 'line 5' <<<"$err")" = 3:5:1
for name in libwrap0 libkernel libboot; do
  echo 1.0-1 >"db/$name"
  run --package "$name" --also 5
  check "a dependent on which access hangs is refused, however many may go: $name" test "$status:$(cat "db/$name"):$(grep -c 'remove it by its own name first' <<<"$err")" = 3:1.0-1:1
done
echo 1.0-1 >db/openssh-server
run --package openssh-server --dry-run
check 'by its own name it is not' test "$status" -eq 0
run --package instead --dry-run
check 'what comes in its place has to be allowed' test "$status:$(grep -c 'and 1 be installed; allow them with --also 1' <<<"$err")" = 3:1
run --package instead --also 1 --dry-run
check 'and is done then' test "$status" -eq 0
check 'what comes in its place is told' grep -qx 'to be installed in their place: other' <<<"$out"
run --package curl --dry-run
check 'and where nothing does nothing is' test "$(grep -c 'in their place' <<<"$out")" -eq 0
run --package many --also 010
check 'a leading zero makes no octal number' test "$status" -eq 3
run --package many --also 011 --dry-run
check 'those that are purged are counted' grep -q 'many 1.0-1 and 11 other package(s)' <<<"$out"
check 'and stays' test -e db/bash

echo 1.0-1 >db/web; echo 1.0-1 >db/thick; : >program
run --package web
check 'one that holds nothing is refused' test "$status:$(cat db/web)" = 3:1.0-1
check 'and what holds its program is told' grep -qF 'name them: web-core (>= 1) | web-full' <<<"$err"
touch idle; run --package thick; rm idle
check 'one that holds a program is removed' test "$status:$(ls db/thick 2>/dev/null)" = 0:
check 'what nothing needs any more is told' grep -qx 'left there, though nothing needs them then: lib1 lib2' <<<"$out"
run --package curl
check 'where all is needed nothing is' test "$(grep -c '^left there' <<<"$out")" -eq 0
check 'it succeeds' test "$status" -eq 0
check 'the package is removed' test ! -e db/curl
check 'its configuration is not purged' test -z "$(calls 'purge')"
run --package curl
check 'a second run succeeds' test "$status" -eq 0
check 'a second run has nothing to do' grep -q 'nothing to do' <<<"$out"
run --package libbase --also 1
check 'others are removed where allowed' test ! -e db/libbase

run --package stuck
check 'a removal without effect is a failure' test "$status" -eq 1
echo 1000 >.uid
run --package stuck
check 'without root it is refused' test "$status" -eq 3
run
check 'the package is required' test "$status" -eq 2
run --package stuck --also all
check 'a bad number is refused' test "$status" -eq 2
run --package 'x; touch pwned'
check 'a hostile name is refused' test "$status" -eq 2
run --package --purge
check 'an option is no package' test "$status" -eq 2
check 'a hostile value runs nothing' test ! -e pwned
echo 0 >.uid
stub dpkg-query <<'EOF'
printf 'half-configured 1 half:amd64\ninstalled 2 half:i386\n'
EOF
run --package half --dry-run
check 'of two architectures one must be named' bash -c '[ "$1" -eq 3 ] && grep -q "2 half:i386" <<<"$2"' _ "$status" "$err"
stub dpkg-query <<'EOF'
case "$*" in *Essential*) echo '||optional' ;; *) printf 'half-configured 1 half\nconfig-files 2 half:i386\n' ;; esac
EOF
run --package half --dry-run
check 'what was never configured is there to be removed' grep -qx 'would remove: half 1 and 0 other package(s)' <<<"$out"
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" --package half >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
