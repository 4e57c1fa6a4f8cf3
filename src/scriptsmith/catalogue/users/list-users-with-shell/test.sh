#!/usr/bin/env bash
. "$HARNESS"

printf 'root:x:0:0:root:/root:/bin/bash\ndaemon:x:1:1::/usr/sbin:/usr/sbin/nologin\nsync:x:4:65534::/bin:/bin/sync\nana:x:1001:1001:Ana, Lab:/home/ana:/bin/zsh\nempty:x:1002:1002::/:\ntoor:x:0:0::/root:/bin/sh\nopen::1003:1003::/:/bin/sh\n' >.passwd
stub getent <<'EOF'
[ ! -e .broken ] || exit 1
cat ".$1"
EOF
stub chage <<'EOF'
[ "$1 $2 $LC_ALL" = '--list -- C' ] || exit 2
case $3 in empty) ends='Jan 08, 2022' ;; toor) ends='Jan 02, 1970' ;; root) ends='Oct 15, 2243' ;; ana) ends=never ;; *) exit 1 ;; esac
printf 'Last password change\t\t\t\t\t: Jan 08, 2024\nPassword expires\t\t\t\t\t: never\nAccount expires\t\t\t\t\t\t: %s\n' "$ends"
EOF
real_sed=$(command -v sed)
export real_sed
stub sed <<<'if [ "${*: -1}" = /etc/nsswitch.conf ]; then cat .nss; else exec "$real_sed" "$@"; fi'
echo 'files systemd' >.nss
stub passwd <<'EOF'
if [ "$1 $2" = '--status --' ] && [ -e .old ]; then
  case $3 in
    ana) echo 'ana PS 2024-01-08 0 99999 7 -1 (Password set, SHA512 crypt.)' ;;
    root) echo 'root LK 2024-01-08 0 99999 7 -1 (Password locked.)' ;;
    empty) echo 'empty NP 2024-01-08 0 99999 7 -1 (Empty password.)' ;;
    *) echo 'passwd: Unknown user name' >&2; exit 1 ;;
  esac
  exit
fi
[ "$*" = '--status --all' ] && [ ! -e .old ] || { echo '--all: unknown option' >&2; exit 1; }
printf '%s\n' 'root L 2024-01-08 0 99999 7 -1' 'daemon L 2024-01-08 0 99999 7 -1' 'ana P 2024-01-08 0 99999 7 -1' 'empty NP 2024-01-08 0 99999 7 -1'
EOF
echo 0 >.uid
stub id <<<'cat .uid'

run
check 'it succeeds' test "$status" -eq 0
check 'a person is listed' grep -Eqx 'ana +1001  password set +/bin/zsh' <<<"$out"
check 'a locked password is told' grep -Eq '^root +0  password locked +/bin/bash$' <<<"$out"
check 'no password is told' grep -Eq '^empty +1002  NO PASSWORD +/bin/sh \(none given\) \(account expired\)$' <<<"$out"
check 'nor is one in the open, whatever shadow holds' grep -Eq '^open +1003  NO PASSWORD ' <<<"$out"
check 'a second root is pointed out' grep -q '^toor .* (account expired) (has the power of root)$' <<<"$out"
check 'an account that ends in the future is not expired' grep -q '^root .*/bin/bash$' <<<"$out"
check 'service accounts are not listed' test -z "$(grep -E '^(daemon|sync)' <<<"$out")"
check 'they are counted' grep -qx '5 accounts with a login shell, 2 without' <<<"$out"
check 'the hashes are not asked for' test -z "$(calls '^getent shadow')"
touch .old
run
check 'a passwd without --all is asked for each account' grep -Eqx 'ana +1001  password set +/bin/zsh' <<<"$out"
check 'it tells a locked one' grep -Eq '^root +0  password locked ' <<<"$out"
check 'and that there is none' grep -Eq '^empty +1002  NO PASSWORD ' <<<"$out"
check 'what it does not know stays open' grep -Eq '^toor +0  - ' <<<"$out"
check 'service accounts are not asked for' test -z "$(calls '^passwd --status -- (daemon|sync)')"
check 'without a directory service nothing is said of one' test "$(grep -c '^note' <<<"$out")" = 0
echo 'files sss systemd' >.nss
run
check 'that a directory service may have more is told' grep -q '^note: this host asks sss for accounts as well' <<<"$out"
echo 1000 >.uid
: >"$STUB_LOG"
run
check 'without root the passwords are not told' grep -Eqx 'ana +1001  - +/bin/zsh' <<<"$out"
check 'nor asked for' test -z "$(calls '^(passwd|chage)')"
touch .broken
run
check 'unreadable accounts are a failure' test "$status" -eq 1
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
