#!/usr/bin/env bash
. "$HARNESS"

stub dpkg-query <<'EOF'
case ${*: -1} in
  --show) [ -e .empty ] || echo 'curl 7.1-1' ;;
  curl) echo 'installed|7.1-1|amd64|install' ;;
  libc6) printf 'installed|2.36-9|amd64|hold\ninstalled|2.36-9|i386|install\n' ;;
  own) echo 'installed|1.0|amd64|install' ;;
  unreadable) echo 'dpkg-query: error: parsing file' >&2; exit 2 ;;
  old) echo 'config-files|0.9-1|amd64|deinstall' ;;
  *) echo "no packages found matching" >&2; exit 1 ;;
esac
EOF
stub apt-cache <<'EOF'
case ${*: -1} in
  curl | avail) printf '%s:\n  Installed: 7.1-1\n  Candidate: 7.2-1\n  Version table:\n     7.2-1 500\n        500 http://deb.example stable/main amd64 Packages\n *** 7.1-1 100\n        100 /var/lib/dpkg/status\n' "${*: -1}" ;;
  libc6) printf 'libc6:\n  Installed: 2.36-9\n  Candidate: 2.36-9\n  Version table:\n *** 2.36-9 100\n        100 /var/lib/dpkg/status\n     2.35-1 500 (phased 10%%)\n        500 http://deb.example stable/main amd64 Packages\n     2.34-1 500\n        500 http://deb.example old/main amd64 Packages\n' ;;
  own) printf 'own:\n  Installed: 1.0\n  Candidate: 1.0\n  Version table:\n *** 1.0 100\n        100 /var/lib/dpkg/status\n' ;;
esac
EOF

run --package curl
check 'an installed package succeeds' test "$status" -eq 0
check 'its version is shown' grep -q '^installed: curl 7.1-1 (amd64)$' <<<"$out"
check 'the candidate is shown' grep -Eq '^available: 7.2-1 \(by package lists of ' <<<"$out"
stub date <<<'[ "$1 $2" = "-r /var/lib/apt/lists" ] && [ ! -e .gone ] && echo "2026-01-02 03:04"'
run --package curl
check 'how old the lists are is told' grep -qx 'available: 7.2-1 (by package lists of 2026-01-02 03:04)' <<<"$out"
touch .gone
run --package curl
check 'also that nobody knows' test "$status:$(tail -n 1 <<<"$out")" = '0:available: 7.2-1 (by package lists of no known time)'
rm .stubs/date
run --package libc6
check 'each architecture is shown' test "$(grep -c '^installed: ' <<<"$out")" -eq 2
check 'a hold is shown' grep -q '(amd64), on hold$' <<<"$out"
check 'that apt keeps what no archive has is told, and what the newest there is' grep -Eq '^available: 2.35-1 \(by package lists of .*, but apt keeps 2.36-9, which no archive has\)$' <<<"$out"
run --package own
check 'what no archive has is not available' grep -Eq '^available: none \(by package lists of .*, no archive has it: 1.0 is only what is installed here\)$' <<<"$out"
out=$( (trap '' XFSZ; ulimit -f 0; BASH_COMPAT=5.0 bash "$SCRIPT" --package own </dev/null 2>/dev/null) | cat)
check 'without room for a file it is told as well' test "$(head -n 1 <<<"$out")" = 'installed: own 1.0 (amd64)'
run --package avail
check 'a missing package has the status 1' test "$status" -eq 1
check 'and it is said' grep -q '^not installed: avail' <<<"$out"
check 'what could be had is shown' grep -Eq '^available: 7.2-1 \(by package lists of ' <<<"$out"
run --package old
check 'a removed package counts as missing' test "$status" -eq 1
check 'its left configuration is told' grep -q '^removed, configuration left: old' <<<"$out"
run --package unreadable
check 'what dpkg cannot read is not called missing' test "$status:$(grep -c 'not installed' <<<"$out")" = 3:0

touch .empty
stub rpm <<<'[ "${*: -1}" = openssl ] && echo "installed: openssl 3.0.7-27.el9 (x86_64)"'
run --package openssl
check 'rpm is asked where dpkg is there and knows of no package' test "$status:$(head -n 1 <<<"$out")" = '0:installed: openssl 3.0.7-27.el9 (x86_64)'
rm .empty
run --package openssl
check 'dpkg is asked where both are and it knows of some' test "$status:$(tail -n 1 <<<"$out")" = '1:not installed: openssl'
rm .stubs/rpm
mkdir rpm
printf '#!/bin/bash\n[ "${*: -1}" != broken ] || { echo "error: cannot open Packages database" >&2; echo "package broken is not installed"; exit 1; }\n[ "${*: -1}" = kernel ] || { echo "package ${*: -1} is not installed"; exit 1; }\nprintf "installed: kernel 5.14-1 (x86_64)\\n"\n' >rpm/rpm
chmod +x rpm/rpm
ln -s "$(command -v bash)" rpm/bash
PATH=$PWD/rpm bash "$SCRIPT" --package kernel >rpm.out 2>&1
check 'rpm is asked where there is no dpkg' grep -q '^installed: kernel 5.14-1' rpm.out
check 'that nobody was asked what is available is told' grep -q '^available: not asked here' rpm.out
PATH=$PWD/rpm bash "$SCRIPT" --package mutt >rpm.out 2>&1
check 'what rpm does not have is missing' test "$?:$(tail -n 1 rpm.out)" = '1:not installed: mutt'
PATH=$PWD/rpm bash "$SCRIPT" --package broken >rpm.out 2>&1; status=$?
check 'what rpm cannot read is not' bash -c '[ "$1" = 3 ] && ! grep -q "not installed" rpm.out' _ "$status"
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" --package curl >/dev/null 2>&1
check 'a host with neither is refused' test "$?" -eq 3

run
check 'the package is required' test "$status" -eq 2
run --package --version
check 'an option is no package' test "$status" -eq 2
run --package 'x; touch pwned'
check 'a hostile name is refused' test "$status" -eq 2
check 'a hostile value runs nothing' test ! -e pwned
finish
