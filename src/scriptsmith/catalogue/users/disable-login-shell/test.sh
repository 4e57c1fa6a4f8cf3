#!/usr/bin/env bash
. "$HARNESS"

printf 'root:x:0:0::/root:/bin/sh\ntoor:x:0:100::/root:/bin/sh\nsvc:x:1001:1001::/:/bin/bash\nme:x:1002:1002::/:/bin/bash\nempty:x:1003:1003::/:\nstuck:x:1004:1004::/:/bin/sh\n' >.passwd
printf 'remote:x:9000:9000::/:/bin/sh\n' >.remote
stub getent <<'EOF'
if [ "$1" = -s ]; then shift 2; else more=.remote; fi
cat .passwd ${more:-} | grep "^${*: -1}:" || exit 2
EOF
stub id <<'EOF'
case $1 in -u) cat .uid ;; *) echo root ;; esac
EOF
echo 0 >.uid
stub who <<<'echo "svc      pts/3  2024-05-01 03:00 (192.0.2.9)"'
stub usermod <<'EOF'
[ "$1" = --shell ] && [ $# -eq 3 ] || exit 2
[ "$3" = stuck ] || sed -i "s|^\($3:.*:\)[^:]*$|\1$2|" .passwd
EOF
export SUDO_USER=me
cp .passwd .first
echo /bin/bash >/etc/shells

run --user svc --dry-run
check 'a dry run says what it would do' grep -Eqx 'would set: the shell of svc from /bin/bash to /.*/(nologin|false)' <<<"$out"
check 'a dry run changes nothing' cmp .passwd .first
for shell in /usr/sbin/nologin /sbin/nologin /bin/false; do echo "$shell"; done >shells
check 'that an FTP server may refuse it is told' grep -Eq '^warning: /.*/(nologin|false) is not in /etc/shells, so an FTP server may let svc in no longer$' <<<"$err"
cp shells /etc/shells; run --user svc --dry-run
check 'where it is a shell for that, it is not' test -z "$(grep FTP <<<"$err")"
check 'what else ends is told before' grep -q 'scp, rsync and, without internal-sftp, sftp as svc end too' <<<"$err"
run --user svc
check 'it succeeds' test "$status" -eq 0
check 'the shell is gone' grep -Eq '^svc:.*/(nologin|false)$' .passwd
check 'the former one is told' grep -q '(before: /bin/bash); ' <<<"$out"
check 'and what is still let in' grep -q '; an SSH tunnel (ssh -N) is still let in$' <<<"$out"
check 'other accounts stay' test "$(diff .first .passwd | grep -c '^>')" -eq 1
check 'an open session is pointed out' grep -q pts/3 <<<"$err"
run --user svc
check 'a second run has nothing to do' grep -q '^nothing to do' <<<"$out"
check 'sessions that are still open are pointed out then, too' grep -q pts/3 <<<"$err"
check 'and changes nothing' test "$(calls '^usermod' | wc -l)" -eq 1
run --user empty --dry-run
check 'an empty shell is /bin/sh' grep -q 'from /bin/sh to' <<<"$out"
run --user stuck
check 'a change without effect is a failure' test "$status" -eq 1
run --user toor
check 'a second root is refused' test "$status" -eq 3
run --user me
check 'the own account is refused' test "$status" -eq 3
run --user remote
check 'an account of a directory is refused' test "$status" -eq 3
run --user ghost
check 'a missing user is refused' test "$status" -eq 3
echo 1000 >.uid
run --user empty
check 'without root it is refused' test "$status" -eq 3
run --user 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --user '$(touch pwned)'
check 'a hostile value runs nothing' test ! -e pwned
finish
