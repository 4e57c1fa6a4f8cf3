#!/usr/bin/env bash
. "$HARNESS"

mkdir lists
: >lists/deb_Release
stub apt-get <<'EOF'
[[ " $* " == *' --simulate '* && " $* " == *' dist-upgrade '* ]] || { echo 'apt-get would really do it' >&2; touch really; exit 1; }
[ ! -e .broken ] || { echo 'E: Unmet dependencies.' >&2; exit 100; }
printf 'Reading package lists...\nBuilding dependency tree...\nCalculating upgrade...\n'
[ -e .none ] || cat <<'OUT'
The following packages will be upgraded:
  libssl3 openssl tzdata
Inst libssl3 [3.0.9-1] (3.0.11-1~deb12u2 Debian-Security:12/stable-security [amd64])
Inst openssl [3.0.9-1] (3.0.11-1~deb12u3 Debian:12.5/stable [amd64]) []
Inst tzdata [2024a-0] (2024a-1 Debian:12.5/stable [all])
Inst linux-image-6.1 (6.1.90-1 Debian-Security:12/stable-security [amd64])
Conf libssl3 (3.0.11-1~deb12u2 Debian-Security:12/stable-security [amd64])
OUT
EOF
stub apt-mark <<<'[ ! -e .held ] || echo tzdata'
stub dpkg-query <<<"printf 'installed %s\\n' libssl3:amd64 openssl tzdata; echo config-files old"
stub apt-cache <<'EOF'
if [ $# -eq 1 ]; then
  if [ -e .bare ]; then printf 'Package files:\n 100 /var/lib/dpkg/status\n     release a=now\n 500 http://mirror.example.org/debian bookworm/main amd64 Packages\n     release v=12.5,o=Debian,a=stable,n=bookworm,l=Debian,c=main,b=amd64\nPinned packages:\n'; exit; fi
  cat <<'OUT'
Package files:
 100 /var/lib/dpkg/status
     release a=now
 500 http://mirror.example.org/sec bookworm/updates/main amd64 Packages
     release v=12,o=Debian,a=stable-security,n=bookworm-security,l=Debian-Security,c=main,b=amd64
     origin mirror.example.org
 500 http://mirror.example.org/debian bookworm/main amd64 Packages
     release v=12.5,o=Debian,a=stable,n=bookworm,l=Debian,c=main,b=amd64
     origin mirror.example.org
Pinned packages:
OUT
  exit
fi
[ "$*" = 'policy -- libssl3:amd64 openssl tzdata' ] || exit 100
[ ! -e .none ] || exit 0
entry() { # NAME LINE...
  printf '%s:\n  Installed: %s\n  Candidate: %s\n  Version table:\n' "$1" "$2" "$3"
}
sec='        500 http://mirror.example.org/sec bookworm/updates/main amd64 Packages'
main='        500 http://mirror.example.org/debian bookworm/main amd64 Packages'
entry libssl3 3.0.9-1 3.0.11-1~deb12u2
printf '     %s 500\n%s\n *** %s 500\n%s\n' 3.0.11-1~deb12u2 "$sec" 3.0.9-1 "$main"
if [ -e .pinned ]; then entry openssl 3.0.9-1 3.0.9-1; else entry openssl 3.0.9-1 3.0.11-1~deb12u3; fi
printf '     %s 500\n%s\n     %s 500\n%s\n *** %s 500\n%s\n' 3.0.11-1~deb12u3 "$main" 3.0.11-1~deb12u2 "$sec" 3.0.9-1 "$main"
entry tzdata 2024a-0 2024a-1
[ ! -e .held ] || printf '     2024a-0+deb12u1 500\n%s\n' "$sec"
printf ' *** %s 500\n%s\n     2023 500\n%s\n' 2024a-0 "$main" "$sec"
EOF

run --lists lists
check 'waiting updates are a failure' test "$status" -eq 1
check 'one is listed' grep -qx 'libssl3  3.0.9-1 -> 3.0.11-1~deb12u2  (http://mirror.example.org/sec bookworm/updates/main amd64 Packages)' <<<"$out"
check 'one that another archive surpasses is listed' grep -q '^openssl  3.0.9-1 -> 3.0.11-1~deb12u2 ' <<<"$out"
check 'a new kernel is listed' grep -q '^linux-image-6.1  not installed -> 6.1.90-1' <<<"$out"
check 'another update is not' test -z "$(grep tzdata <<<"$out")"
check 'they are counted' grep -q '^3 security updates are waiting in archives named for security; ' <<<"$out"
check 'the age of the lists is told' grep -qx 'package lists: 0 days old' <<<"$out"
check 'nothing is installed' test ! -e really
touch .held
run --lists lists
check 'what is on hold is listed and marked' grep -q '^tzdata  2024a-0 -> 2024a-0+deb12u1 .*  ON HOLD$' <<<"$out"
check 'and counted' grep -q '^4 security updates are waiting in archives named for security; ' <<<"$out"
rm .held
touch .pinned
run --lists lists
check 'what a pin keeps is told from what an upgrade passes over' grep -q '^openssl  3.0.9-1 -> 3.0.11-1~deb12u2 .*  KEPT BY A PIN (apt_preferences' <<<"$out"
touch .none
run --lists lists
check 'none is no failure' bash -c '[ "$1" -eq 0 ] && grep -q "^0 security updates are waiting in archives named for security; " <<<"$2"' _ "$status" "$out"
mkdir mixed; : >mixed/deb.example.org_stable-security_Release; stub date <<<'[ "$*" != +%s ] || { echo $(($(/bin/date +%s) + 864000)); exit; }; exec /bin/date "$@"'
run --lists mixed
check 'old lists are pointed out' test "$(grep -c '^package lists: 10 days old$' <<<"$out"):$(grep -c 'out of reach, or this release gets no updates' <<<"$err")" = 1:1
rm .stubs/date; stub find <<<'printf "%s %s\n" "$(($(date +%s) - 864000))" mirror_sec_bookworm-security_InRelease "$(date +%s)" mirror_bookworm-updates_InRelease'
run --lists mixed
check 'the age is that of the security archive, whatever else is fetched' grep -qx 'package lists: 10 days old' <<<"$out"
rm .stubs/find
run --lists nowhere
check 'missing lists are pointed out' grep -q 'no package lists' <<<"$err"
touch .bare
run --lists lists
check 'without a security archive nothing is said to be in order' bash -c '[ "$1" = 3 ] && grep -q "no security archive" <<<"$2" && ! grep -q "are waiting" <<<"$3"' _ "$status" "$err" "$out"
rm .bare
touch .broken
run --lists lists
check 'a failing apt-get is a failure' test "$status" -eq 1
check 'with its reason' grep -q 'Unmet dependencies' <<<"$err"
rm -f .broken
stub dpkg-query <<<"printf 'installed %s\\n' libssl3:amd64 openssl tzdata; exit 2"
run
check 'a list of packages that breaks off is a failure' bash -c '[ "$1" -eq 1 ] && grep -q "cannot read which versions" <<<"$2"' _ "$status" "$err"
run --lists '$(touch pwned)'
check 'a hostile value runs nothing' test ! -e pwned
run --bogus
check 'an unknown option is wrong usage' test "$status" -eq 2
run --help
check 'help is given' grep -q '^Usage:' <<<"$out"
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT"  >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
