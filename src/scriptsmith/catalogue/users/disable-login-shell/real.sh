#!/usr/bin/env bash
# packages: passwd login
. "$HARNESS"
ran_on shadow "$(dpkg-query --show --showformat '${Version}' passwd)"
useradd --create-home --shell /bin/bash ana
useradd --create-home ben
usermod --shell '' ben
shell() { getent passwd "$1" | cut -d : -f 7; }

check 'there is a session at first' test "$(su --login ana --command 'echo in')" = in
run --user ana --dry-run
check 'a dry run changes nothing' test "$(shell ana)" = /bin/bash
run --user ana
check 'it succeeds' test "$status" -eq 0
check 'the shell is nologin' test "$(shell ana)" = /usr/sbin/nologin
check 'no session opens any more' test "$(su --login ana --command 'echo in' 2>/dev/null)" != in
check 'the former shell is told' grep -q 'before: /bin/bash' <<<"$out"
run --user ana
check 'a second run has nothing to do' grep -q '^nothing to do' <<<"$out"
run --user ben
check 'an empty shell was /bin/sh' grep -q 'before: /bin/sh' <<<"$out"
run --user root
check 'root is refused' test "$status" -eq 3
run --user nobody-at-all
check 'a user who is not there is refused' test "$status" -eq 3
finish
