#!/usr/bin/env bash
. "$HARNESS"

printf 'root:x:0:0::/root:/bin/sh\nana:x:1001:1001::/:/bin/bash\nguest:x:1002:1002::/:/bin/sh\nnull:x:1003:1003::/:/usr/sbin/nologin\n' >.passwd
stub getent <<'EOF'
[ "$1" != -s ] || shift 2
if [ $# -eq 1 ]; then cat .passwd; else grep "^$3:" .passwd || exit 2; fi
EOF
printf 'root L 2024-01-08 0 99999 7 -1\nana P 2024-01-08 0 99999 7 -1\nguest NP 2024-01-08 0 99999 7 -1\nnull NP 2024-01-08 0 99999 7 -1\n' >.states
stub passwd <<'EOF'
case "$*" in
  '--status --all') [ ! -e .old ] || { echo 'passwd: unknown option' >&2; exit 1; }; cat .states ;;
  --status\ *) grep "^$2 " .states ;;
  *) exit 2 ;;
esac
EOF
echo 0 >.uid
stub id <<<'cat .uid'
real_sed=$(command -v sed); export real_sed
stub sed <<<'if [ "${*: -1}" = /etc/nsswitch.conf ]; then cat .nss 2>/dev/null; else exec "$real_sed" "$@"; fi'

run
check 'an empty password is a failure' test "$status" -eq 1
check 'the account is named' grep -qx 'EMPTY PASSWORD: guest (shell /bin/sh)' <<<"$out"
check 'with its shell' grep -qx 'EMPTY PASSWORD: null (shell /usr/sbin/nologin)' <<<"$out"
check 'others are not' test -z "$(grep -E 'ana|root' <<<"$out")"
check 'they are counted' grep -qx '4 accounts looked at, 2 without a password' <<<"$out"
check 'nothing is said of a directory where there is none' test "$(grep -c '^not looked at' <<<"$out")" -eq 0
echo 'files sss' >.nss
run
check 'the accounts of a directory are not looked at, and that is told' grep -qx 'not looked at: the accounts of a directory (nsswitch.conf: files sss)' <<<"$out"
rm .nss
check 'no hash is asked for' test -z "$(calls 'getent.*shadow')"
sed -i 's/^ana:x:/ana::/' .passwd
run
check 'one in the passwd file is found, whatever shadow holds' grep -qx 'EMPTY PASSWORD: ana (shell /bin/bash)' <<<"$out"
sed -i 's/^ana::/ana:x:/' .passwd
touch .old
sed 's/ P / PS /; s/ L / LK /' -i .states
run
check 'a passwd without --all is survived' grep -qx '4 accounts looked at, 2 without a password' <<<"$out"
sed 's/ NP / PS /; /^ana/d' -i .states
run
check 'an account of which nothing is known is told' grep -qx '4 accounts looked at, 0 without a password, 1 of which nothing is known' <<<"$out"
check 'and is no good news' test "$status" -eq 1
echo 'ana L 2024-01-08 0 99999 7 -1' >>.states
run
check 'none is no failure' test "$status" -eq 0
rm .old
: >.states
: >.passwd
run
check 'no account at all is a failure' test "$status" -eq 1
echo 1000 >.uid
run
check 'without root it is refused' test "$status" -eq 3
run '$(touch pwned)'
check 'a word too many runs nothing' bash -c '[ "$1" -eq 2 ] && [ ! -e pwned ]' _ "$status"
run --bogus
check 'an unknown option is wrong usage' test "$status" -eq 2
run --help
check 'help is given' grep -q '^Usage:' <<<"$out"
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT"  >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
