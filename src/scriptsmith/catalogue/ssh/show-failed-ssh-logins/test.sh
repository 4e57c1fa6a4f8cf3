#!/usr/bin/env bash
. "$HARNESS"

echo 0 >.uid
stub id <<<'if [ "$1" = -u ]; then cat .uid; else cat .groups; fi'
stub journalctl <<'EOF'
[ ! -e .broken ] || { echo 'No journal files were opened' >&2; exit 1; }
case "$*" in *short-unix*) [ -e .none ] || printf '%s.123456 db1 kernel: first\n' "$(cat .first)"; exit ;; esac
[ ! -e .quiet ] || exit 0
if [ -e .keys ]; then cat .keys; exit; fi
cat <<'OUT'
Accepted publickey for ana from 192.0.2.10 port 50000 ssh2: ED25519 SHA256:abc
Invalid user oracle from 203.0.113.5 port 40022
Failed password for invalid user oracle from 203.0.113.5 port 40022 ssh2
Failed password for root from 203.0.113.5 port 40023 ssh2
Failed password for root from 203.0.113.5 port 40023 ssh2
Failed password for invalid user x from 198.51.100.1 port 7 from 203.0.113.9 port 40024 ssh2
Failed publickey for root from 2001:db8::5 port 40025 ssh2: RSA SHA256:abc
User www-data from 203.0.113.7 not allowed because not listed in AllowUsers
Connection closed by authenticating user root 203.0.113.5 port 40023 [preauth]
OUT
EOF

echo 1600000000 >.first
run
check 'it succeeds' test "$status" -eq 0
check 'failures are counted by address' grep -Eqx ' +3  203.0.113.5' <<<"$out"
check 'the busiest comes first' grep -Eq '203.0.113.5' <<<"$(sed -n 2p <<<"$out")"
check 'failures are counted by name' grep -Eqx ' +3  root' <<<"$out"
check 'an unknown name is counted once' grep -Eqx ' +1  oracle' <<<"$out"
check 'the true address counts, not one in the name' grep -Eqx ' +1  203.0.113.9' <<<"$out"
check 'an IPv6 address is whole' grep -Eqx ' +1  2001:db8::5' <<<"$out"
check 'a user who is not allowed is counted' grep -Eqx ' +1  203.0.113.7' <<<"$out"
check 'a success is not' test -z "$(grep 192.0.2.10 <<<"$out")"
check 'a journal that goes back far enough is not spoken of' test -z "$err"
date +%s >.first
run
check 'one that does not is' grep -q "^note: the journal goes back to $(date +%F) [0-9:]* only" <<<"$err"
touch .none
run
check 'one that is empty is a failure' test "$status" -eq 1
rm .none
run
check 'the sum is told, with what is not in it' grep -qx '6 failed logins within 24 hours; not counted are connections that sshd drops at once (.*)' <<<"$out"
cat >.keys <<'OUT'
Failed publickey for ana from 192.0.2.10 port 50100 ssh2: RSA SHA256:a
Failed publickey for ana from 192.0.2.10 port 50100 ssh2: RSA SHA256:b
Accepted publickey for ana from 192.0.2.10 port 50100 ssh2: ED25519-CERT SHA256:c ID x (serial 0) CA ED25519 SHA256:d
Disconnected from user ana 192.0.2.10 port 50100
Failed publickey for root from 203.0.113.5 port 50101 ssh2: RSA SHA256:a
Failed publickey for root from 203.0.113.5 port 50101 ssh2: RSA SHA256:b
Connection closed by authenticating user root 203.0.113.5 port 50101 [preauth]
User ben from 203.0.113.7 not allowed because listed in DenyUsers
Failed none for invalid user ben from 203.0.113.7 port 50102 ssh2
Failed password for invalid user ben from 203.0.113.7 port 50102 ssh2
Failed password for invalid user ben from 203.0.113.7 port 50102 ssh2
User ben from 203.0.113.7 not allowed because listed in DenyUsers
Failed publickey for cid from 192.0.2.11 port 50103 ssh2: RSA SHA256:a
Failed password for cid from 192.0.2.11 port 50103 ssh2
Accepted password for cid from 192.0.2.11 port 50103 ssh2
OUT
run
check 'keys that are offered before the right one are no failure' test "$(grep -cE 'ana$|192.0.2.10$' <<<"$out")" = 0
check 'several keys in one session are one' grep -Eqx ' +1  root' <<<"$out"
check 'of a user whom the lists refuse each attempt counts once' grep -Eqx ' +3  ben' <<<"$out"
check 'a wrong password before the right one counts' grep -Eqx ' +1  192.0.2.11' <<<"$out"
check 'all of it' grep -q '^5 failed logins within' <<<"$out"
cat >.keys <<'OUT'
Invalid user admin from 203.0.113.5 port 50001
Connection closed by invalid user admin 203.0.113.5 port 50001 [preauth]
Connection closed by authenticating user root 203.0.113.5 port 50002 [preauth]
Connection reset by authenticating user root 2001:db8::5 port 50002 [preauth]
Disconnected from authenticating user root 203.0.113.6 port 50003 [preauth]
Invalid user x 198.51.100.1 port 7 from 203.0.113.5 port 50004
Disconnected from invalid user x 198.51.100.1 port 7 203.0.113.5 port 50004 [preauth]
Invalid user  from 203.0.113.8 port 50005
User www-data from 203.0.113.7 not allowed because not listed in AllowUsers
Connection closed by invalid user www-data 203.0.113.7 port 50006 [preauth]
Connection closed by invalid user www-data 203.0.113.7 port 50007 [preauth]
Accepted publickey for ana from 192.0.2.10 port 50008 ssh2: ED25519 SHA256:abc
Disconnected from user ana 192.0.2.10 port 50008
Connection closed by 203.0.113.9 port 50009 [preauth]
OUT
run
check 'where sshd takes keys only, each session counts once' grep -q '^8 failed logins within 24 hours' <<<"$out"
check 'by its address' grep -Eqx ' +3  203.0.113.5' <<<"$out"
check 'by its name' grep -Eqx ' +3  root' <<<"$out"
check 'a name that plays an address does not deceive there' grep -Eqx ' +1  x 198.51.100.1 port 7' <<<"$out"
check 'an empty name is told' grep -Eqx ' +1  \(empty\)' <<<"$out"
check 'a user who is not allowed counts once for each session' grep -Eqx ' +2  www-data' <<<"$out"
check 'neither a success nor a scan counts' test -z "$(grep -E '192.0.2.10|203.0.113.9|ana$' <<<"$out")"
for ((i = 1; i <= 3000; i++)); do printf 'Failed password for root from 203.0.113.5 port %d ssh2\n' "$i"; done >.keys
out=$(trap '' XFSZ; ulimit -f 0; bash "$SCRIPT" 2>/dev/null </dev/null)
check 'a long log needs no file' grep -q '^3000 failed logins within 24 hours' <<<"$out"
rm .keys
run --hours 6 --limit 1
check 'the time is handed on' test -n "$(calls '^journalctl .*-t sshd -t sshd-session --since -6h$')"
check 'no more than asked for are shown' test "$(grep -c '^ ' <<<"$out")" -eq 2
touch .quiet
run
check 'no failure is no fault' test "$status:$out" = '0:no failed SSH login within 24 hours (sshd wrote 0 lines into the journal; with none it may log elsewhere)'
touch .broken
run
check 'an unreadable journal is a failure' test "$status" -eq 1
run --hours 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --hours '$(touch pwned)'
check 'a hostile value runs nothing' test ! -e pwned
rm -f .broken; echo 1000 >.uid; echo 'ana users admins' >.groups
run
check 'whoever sees only what is their own is refused' test "$status" -eq 3
echo 'ana adm' >.groups
run
check 'the group that sees all is not' test "$status" -ne 3
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT"  >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
