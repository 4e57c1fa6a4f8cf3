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
check 'it says so' grep -qx 'valid: my config (an sshd that runs may use older settings)' <<<"$out"
check 'empty passwords are pointed out' grep -q 'empty password' <<<"$err"
check 'sshd only tests' test -z "$(calls '^sshd' | grep -vE '^sshd -[tT] -f my config$')"
mkdir conf.d; printf '# Match User x\nPasswordAuthentication no\n' >conf.d/10-a.conf
printf 'PermitRootLogin no\nInclude %s/conf.d/*.conf\n\nmatch Address 10.0.0.0/8\n  # a comment\n\tPermitRootLogin yes' "$PWD" >'with match'
run --file 'with match'
check 'what holds for some only is told with its lines' test "$(grep '^for some only' <<<"$out")" = $'for some only: with match:4: match Address 10.0.0.0/8\nfor some only: with match:6: PermitRootLogin yes'
printf 'Match User ana\nPasswordAuthentication yes\n' >conf.d/20-b.conf
run --file 'with match'
check 'in files that are included too' grep -qx "for some only: $PWD/conf.d/20-b.conf:2: PasswordAuthentication yes" <<<"$out"
mkdir /etc/ssh/other.d && printf 'Match User ben\nPasswordAuthentication yes\n' >/etc/ssh/other.d/c.conf
printf 'Include other.d/*.conf %s/conf.d/1*\n' "$PWD" >relative
run --file relative
check 'a pattern that is relative to /etc/ssh is followed' grep -qx 'for some only: /etc/ssh/other.d/c.conf:2: PasswordAuthentication yes' <<<"$out"
run --file 'my config'
check 'nothing is where there is no such block' test -z "$(grep 'for some' <<<"$out")"
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
