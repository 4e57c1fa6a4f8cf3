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
Inst openssl [3.0.9-1] (3.0.11-1~deb12u2 Debian:12.5/stable, Debian-Security:12/stable-security [amd64]) []
Inst tzdata [2024a-0] (2024a-1 Debian:12.5/stable [all])
Inst linux-image-6.1 (6.1.90-1 Debian-Security:12/stable-security [amd64])
Conf libssl3 (3.0.11-1~deb12u2 Debian-Security:12/stable-security [amd64])
OUT
EOF
stub apt-mark <<<'[ ! -e .held ] || echo docker-ce'

run --lists lists
check 'waiting updates are a failure' test "$status" -eq 1
check 'one is listed' grep -qx 'libssl3  3.0.9-1 -> 3.0.11-1~deb12u2  (Debian-Security:12/stable-security)' <<<"$out"
check 'one of two archives is listed' grep -q '^openssl ' <<<"$out"
check 'a new kernel is listed' grep -q '^linux-image-6.1  not installed -> 6.1.90-1' <<<"$out"
check 'another update is not' test -z "$(grep tzdata <<<"$out")"
check 'they are counted' grep -qx '3 security updates are waiting' <<<"$out"
check 'the age of the lists is told' grep -qx 'package lists: 0 days old' <<<"$out"
check 'nothing is installed' test ! -e really
touch .held
run --lists lists
check 'what is on hold is told' grep -qx 'note: on hold, so not looked at: docker-ce' <<<"$out"
touch .none
run --lists lists
check 'none is no failure' bash -c '[ "$1" -eq 0 ] && grep -qx "0 security updates are waiting" <<<"$2"' _ "$status" "$out"
run --lists nowhere
check 'missing lists are pointed out' grep -q 'no package lists' <<<"$err"
touch .broken
run --lists lists
check 'a failing apt-get is a failure' test "$status" -eq 1
check 'with its reason' grep -q 'Unmet dependencies' <<<"$err"
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
