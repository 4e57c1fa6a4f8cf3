#!/usr/bin/env bash
. "$HARNESS"

printf 'PermitRootLogin no\n' >'my config'
printf 'Bogus\n' >bad
stub id <<'EOF'
cat .uid
EOF
echo 0 >.uid
stub sshd <<'EOF'
[ "$2" = -f ] && [ $# -eq 3 ] || { echo 'usage: sshd' >&2; exit 1; }
[ "$3" != bad ] || { echo 'bad: line 1: Bad configuration option: Bogus' >&2; echo 'bad: terminating, 1 bad configuration options' >&2; exit 255; }
[ ! -e .down ] || { echo 'Missing privilege separation directory: /run/sshd' >&2; exit 255; }
[ "$1" = -T ] || exit 0
cat <<'OUT'
port 22
addressfamily any
listenaddress 0.0.0.0:22
usepam yes
permitrootlogin no
ignorerhosts yes
passwordauthentication yes
permitemptypasswords yes
OUT
EOF

run --file 'my config'
check 'a valid configuration succeeds' test "$status" -eq 0
check 'a setting is shown' grep -Eqx 'permitrootlogin +no' <<<"$out"
check 'what is of no interest is not' test -z "$(grep ignorerhosts <<<"$out")"
check 'it says so' grep -qx 'valid: my config' <<<"$out"
check 'empty passwords are pointed out' grep -q 'empty password' <<<"$err"
check 'sshd only tests' test -z "$(calls '^sshd' | grep -vE '^sshd -[tT] -f my config$')"
touch .down
run --file 'my config'
check 'a missing directory of a service that is down is no fault of the file' bash -c '[ "$1" = 3 ] && grep -q "my config was read without an error; /run/sshd is missing" <<<"$2"' _ "$status" "$err"
rm .down
run --file bad
check 'a fault is a failure' test "$status" -eq 1
check 'with its line' grep -q 'line 1: Bad configuration option' <<<"$err"
check 'nothing is called valid' test -z "$out"
run --file nowhere
check 'a missing file is refused' test "$status" -eq 3
echo 1000 >.uid
run --file 'my config'
check 'without root it is refused' test "$status" -eq 3
run --file '$(touch pwned)'
check 'a hostile value runs nothing' test ! -e pwned
run --file
check 'a file must be named' test "$status" -eq 2
run --bogus
check 'an unknown option is wrong usage' test "$status" -eq 2
run --help
check 'help is given' grep -q '^Usage:' <<<"$out"
finish
