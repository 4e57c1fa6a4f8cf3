#!/usr/bin/env bash
. "$HARNESS"

printf 'root:x:0:0:root:/root:/bin/bash\ndaemon:x:1:1::/usr/sbin:/usr/sbin/nologin\nsync:x:4:65534::/bin:/bin/sync\nana:x:1001:1001:Ana, Lab:/home/ana:/bin/zsh\nempty:x:1002:1002::/:\ntoor:x:0:0::/root:/bin/sh\nopen::1003:1003::/:/bin/sh\n' >.passwd
stub getent <<'EOF'
[ ! -e .broken ] || exit 1
cat ".$1"
EOF
printf '%s\n' 'root:!:19730:0:99999:7:::' 'daemon:*:19730:0:99999:7:::' 'ana:$y$j9T$secretsecret:19730:0:99999:7:::' 'empty::19730:0:99999:7:::' 'open:$y$x:19730::::::' >.shadow
echo 0 >.uid
stub id <<<'cat .uid'

run
check 'it succeeds' test "$status" -eq 0
check 'a person is listed' grep -Eqx 'ana +1001  password set +/bin/zsh' <<<"$out"
check 'a locked password is told' grep -Eq '^root +0  password locked +/bin/bash$' <<<"$out"
check 'no password is told' grep -Eq '^empty +1002  NO PASSWORD +/bin/sh \(none given\)$' <<<"$out"
check 'nor is one in the open, whatever shadow holds' grep -Eq '^open +1003  NO PASSWORD ' <<<"$out"
check 'a second root is pointed out' grep -q '^toor .*power of root' <<<"$out"
check 'service accounts are not listed' test -z "$(grep -E '^(daemon|sync)' <<<"$out")"
check 'they are counted' grep -qx '5 accounts with a login shell, 2 without' <<<"$out"
check 'no hash is shown' test -z "$(grep -F '$y$' <<<"$out$err")"
check 'an account that shadow does not know is told' grep -Eq '^toor +0  unknown ' <<<"$out"
echo 1000 >.uid
: >"$STUB_LOG"
run
check 'without root the passwords are not told' grep -Eqx 'ana +1001  - +/bin/zsh' <<<"$out"
check 'nor asked for' test -z "$(calls '^getent shadow')"
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
