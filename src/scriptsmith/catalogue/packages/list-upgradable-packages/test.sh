#!/usr/bin/env bash
. "$HARNESS"

stub apt-get <<'EOF'
[ ! -e .broken ] || { echo 'E: broken' >&2; exit 100; }
[ ! -e .fresh ] || exit 0
cat <<'END'
NOTE: This is only a simulation!
The following packages have been kept back:
  libfoo libbar
The following upgrades have been deferred due to phasing:
  libphased
The following packages will be upgraded:
  curl openssl
Inst openssl [3.0.1-1] (3.0.2-1 Debian-Security:12/stable-security [amd64])
Inst curl [7.1-1] (7.2-1 Debian:12.5/stable [amd64]) []
Inst libnew (1.0-1 Debian:12.5/stable [amd64])
Remv oldlib [0.9-1]
Conf openssl (3.0.2-1 Debian-Security:12/stable-security [amd64])
END
EOF
stub dpkg-query <<<"printf 'installed %s\\n' openssl curl"
stub apt-cache <<'EOF'
archive='500 http://security.example.org/debian-security bookworm-security/main amd64 Packages'
if [ $# -eq 1 ]; then
  printf 'Package files:\n %s\n     release o=Debian,l=Debian-Security\n' "$archive"
else
  printf 'openssl:\n  Installed: 3.0.1-1\n  Candidate: 3.0.2-1\n  Version table:\n     3.0.2-1 500\n        %s\n *** 3.0.1-1 100\n        100 /var/lib/dpkg/status\n' "$archive"
  printf 'curl:\n  Installed: 7.1-1\n  Version table:\n     7.2-1 500\n        500 http://x y/main amd64 Packages\n *** 7.1-1 500\n        %s\n' "$archive"
fi
EOF
stub apt-mark <<'EOF'
echo postgresql-15
EOF

run
check 'it succeeds' test "$status" -eq 0
check 'an upgrade is listed with both versions' grep -Eq '^curl +7.1-1 +7.2-1 +Debian:12.5/stable$' <<<"$out"
check 'a security update is listed' grep -Eq '^openssl +3.0.1-1 +3.0.2-1 +Debian-Security' <<<"$out"
check 'a new package is no upgrade' test -z "$(grep '^libnew' <<<"$out")"
check 'they are counted' grep -q '^2 upgradable, 1 of them security updates, 1 new' <<<"$out"
check 'one that comes with the upgrade does not wait' test -z "$(grep WAITS <<<"$out")"
check 'a removal is pointed out' grep -q 'would remove: oldlib' <<<"$out"
check 'what is kept back is named' grep -qx 'kept back, not counted: libfoo libbar' <<<"$out"
check 'what is phased is named' grep -qx 'deferred by phasing, not counted: libphased' <<<"$out"
check 'held packages are named' grep -q 'on hold, not counted: postgresql-15' <<<"$out"
check 'apt-get only simulates' test "$(calls '^apt-get' | grep -vc -- --simulate)" -eq 0

check 'the archive of security updates is known' test "$(grep -c '^note' <<<"$out")" -eq 0
cp .stubs/apt-cache kept; sed -i 's/security/mirror/g; s/Security/Mirror/g' .stubs/apt-cache
run
check 'where no archive is one of security that is told' grep -q '^note: no archive here calls itself one of security updates' <<<"$out"
cp kept .stubs/apt-cache
run --scope security
check 'security updates alone' test -z "$(grep '^curl' <<<"$out")"
check 'security updates are kept' grep -q '^openssl' <<<"$out"
touch .fresh
run
check 'nothing to upgrade is no failure' test "$status" -eq 0
check 'and it is said' grep -q '^0 upgradable' <<<"$out"
check 'a security update that a pin keeps is named all the same' grep -qx 'a security update WAITS, and no upgrade brings it (hold, pin, APT::Default-Release), not counted: openssl' <<<"$out"
rm .fresh
cp .stubs/apt-cache kept
stub apt-cache <<<"printf 'Package files:\n 100 /var/lib/dpkg/status\n     release a=now\nPinned packages:\n'"
run
check 'without package lists nothing is said of upgrades' test "$status:$out:$(grep -c 'run apt-get update first' <<<"$err")" = 3::1
stub apt-cache <<<'exit 100'
run
check 'nor when they cannot be read' test "$status:$out:$(grep -c 'apt-cache cannot read' <<<"$err")" = 1::1
mv kept .stubs/apt-cache
touch .broken
run
check 'a failing apt-get is a failure' test "$status" -eq 1
rm -f .broken
stub dpkg-query <<<"printf 'installed openssl\\n'; exit 2"
run
check 'a list of packages that breaks off is a failure' bash -c '[ "$1" -eq 1 ] && grep -q "cannot read which versions" <<<"$2"' _ "$status" "$err"
run --scope 'x; touch pwned'
check 'an unknown scope is refused' test "$status" -eq 2
check 'a hostile value runs nothing' test ! -e pwned
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
