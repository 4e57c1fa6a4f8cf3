#!/usr/bin/env bash
. "$HARNESS"

stub apt-get <<'EOF'
BASH_COMPAT=
[[ " $* " == *' --simulate '* && " $* " == *' autoremove '* ]] || { touch really; exit 1; }
[ ! -e .broken ] || { echo 'E: dpkg was interrupted, you must manually run dpkg --configure -a' >&2; exit 100; }
printf 'Reading package lists...\n'
[ -e .none ] || printf 'The following packages will be REMOVED:\n  libold1 linux-image-5.10\nRemv libold1 [1.2-3]\nRemv linux-image-5.10-amd64 [5.10.1] [linux:amd64 ]\nRemv odd:i386 [2.0]\n'
EOF
stub dpkg-query <<'EOF'
BASH_COMPAT=
[ "$1 $3" = '--show --' ] || exit 2
case $4 in libold1) echo 2048 ;; linux*) echo 304128 ;; *) echo "no packages found matching $4" >&2; exit 1 ;; esac
EOF
stub uname <<<'BASH_COMPAT=; echo 5.10-amd64'

run
check 'it succeeds' test "$status" -eq 0
check 'a package is listed with its space' grep -Eqx ' +2048 KiB  libold1 1.2-3' <<<"$out"
check 'the running kernel is pointed out' grep -q 'linux-image-5.10-amd64 5.10.1  THE RUNNING KERNEL' <<<"$out"
check 'an unknown size is survived' grep -Eqx ' +0 KiB  odd:i386 2.0' <<<"$out"
check 'the sum is told' grep -Eqx '3 packages, (299|300)MB in all' <<<"$out"
check 'nothing is removed' test ! -e really
# As where nothing more can be written, with a bash that keeps each text it redirects in a file (before 5.1).
status=0
out=$( (trap '' XFSZ; ulimit -f 0; BASH_COMPAT=5.0 bash "$SCRIPT" </dev/null 2>&1) | cat) || status=$?
check 'without room for a file it works' bash -c '[ "$1" -eq 0 ] && grep -q "^3 packages, " <<<"$2"' _ "$status" "$out"
stub apt-get <<<'printf "Purg libold1 [1.2-3]\nPurg odd:i386 [2.0]\n"'
run
check 'what would be purged is listed as well' test "$(grep -cE ' (libold1 1.2-3|odd:i386 2.0)$' <<<"$out"):$(grep -c '^2 packages' <<<"$out")" = 2:1
stub apt-get <<'EOF'
[ ! -e .broken ] || { echo 'E: dpkg was interrupted, you must manually run dpkg --configure -a' >&2; exit 100; }
printf 'Reading package lists...\n'
EOF
run
check 'none is no fault' bash -c '[ "$1" -eq 0 ] && grep -q "^none: .* needed, recommended or suggested by another" <<<"$2"' _ "$status" "$out"
touch .broken
run
check 'a failing apt-get is a failure' test "$status" -eq 1
check 'with its reason' grep -q 'was interrupted' <<<"$err"
run '$(touch pwned)'
check 'a word too many is wrong usage' test "$status" -eq 2
check 'and runs nothing' test ! -e pwned
run --bogus
check 'an unknown option is wrong usage' test "$status" -eq 2
run --help
check 'help is given' grep -q '^Usage:' <<<"$out"
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT"  >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
