#!/usr/bin/env bash
# packages: passwd login
. "$HARNESS"
ran_on shadow "$(dpkg-query --show --showformat '${Version}' passwd)"
useradd --create-home --shell /bin/bash ana && echo ana:secret | chpasswd
useradd --create-home --shell /bin/sh ben
useradd --create-home --shell /usr/sbin/nologin svc && echo svc:secret | chpasswd
useradd --create-home --shell /bin/bash cid && passwd --quiet --delete cid
useradd --create-home --shell /bin/bash dan && echo dan:secret | chpasswd && sed -i 's/^dan:x:/dan::/' /etc/passwd
useradd --non-unique --uid 0 --no-create-home --shell /bin/bash toor
usermod --shell '' ben
useradd --create-home --shell /bin/bash eve && echo eve:secret | chpasswd && chage --expiredate 2026-01-02 eve
line() { grep -E "^$1 " <<<"$out" | tr -s ' '; }

run
check 'it succeeds' test "$status" -eq 0
check 'a password that is set' test "$(line ana)" = "ana $(id -u ana) password set /bin/bash"
check 'one that is locked, with a shell that is not given' test "$(line ben)" = "ben $(id -u ben) password locked /bin/sh (none given)"
check 'an account that is expired' test "$(line eve)" = "eve $(id -u eve) password set /bin/bash (account expired)"
check 'none' test "$(line cid)" = "cid $(id -u cid) NO PASSWORD /bin/bash"
check 'the real su lets everybody in where passwd holds none' setpriv --reuid nobody --regid nogroup --clear-groups su dan -c true
check 'that is none too' test "$(line dan)" = "dan $(id -u dan) NO PASSWORD /bin/bash"
check 'a second root' grep -q 'has the power of root' <<<"$(line toor)"
check 'one who cannot log in is not listed' test -z "$(line svc)"
listed=$(getent passwd | grep -cvE ':[^:]*/(nologin|false|sync)$')
check 'all others are counted' grep -qx "$listed accounts with a login shell, $(($(getent passwd | wc -l) - listed)) without" <<<"$out"
check 'without a directory service nothing is said of one' test "$(grep -c '^note' <<<"$out")" = 0
sed -i 's/^passwd:.*/passwd:         files sss/' /etc/nsswitch.conf
run
check 'with one it is told that it may have more' test "$status:$(grep -c '^note: this host asks sss for accounts as well' <<<"$out")" = 0:1
setpriv --reuid ana --regid ana --clear-groups bash "$SCRIPT" >./seen
check 'others than root do not see the passwords' grep -Eq '^ana +[0-9]+ +- +/bin/bash$' ./seen
finish
