#!/usr/bin/env bash
# packages: passwd login
. "$HARNESS"
ran_on shadow "$(dpkg-query --show --showformat '${Version}' passwd)"
for each in ana ben cid dan eve; do useradd --create-home --shell /bin/bash "$each" && echo "$each:secret" | chpasswd; done
useradd --shell /usr/sbin/nologin --expiredate 2020-01-01 svc
day() { date -u -d "$1" +%F; }
run --user ana
check 'one that never expires' bash -c '[ "$1" = 0 ] && grep -Eqx "ana +changed $3; expires never; account ends never" <<<"$2"' _ "$status" "$out" "$(day now)"
chage --lastday "$(day '-80 days')" --maxdays 90 ben
run --user ben
check 'one that expires soon' bash -c '[ "$1" = 1 ] && grep -q "expires $3, SOON: 10 days left; account ends never" <<<"$2"' _ "$status" "$out" "$(day '+10 days')"
run --user ben --days 9
check 'and not within a shorter time' test "$status" -eq 0
chage --lastday "$(day '-100 days')" --maxdays 90 cid
run --user cid
check 'one that has expired' grep -q "expires $(day '-10 days'), EXPIRED 10 days ago" <<<"$out"
chage --lastday "$(day '-90 days')" --maxdays 90 cid
run --user cid
check 'on its last day it holds' grep -q "expires $(day now), SOON: 0 days left" <<<"$out"
chage --lastday "$(day '-100 days')" --maxdays 90 cid
chage --lastday 0 dan
run --user dan
check 'one that must be changed' bash -c '[ "$1" = 1 ] && grep -q "expires MUST BE CHANGED at the next login" <<<"$2"' _ "$status" "$out"
chage --expiredate "$(day '-3 days')" eve
run --user eve
check 'an account that has ended' grep -q "account ends $(day '-3 days'), EXPIRED 3 days ago" <<<"$out"
run
check 'of all, those with a shell' bash -c '[ "$1" = 1 ] && ! grep -q ^svc <<<"$2"' _ "$status" "$out"
check 'and what is due is counted' grep -q ' accounts looked at, 4 expired or within 14 days of it$' <<<"$out"
check 'no hash is shown' test -z "$(grep -F '$y$' <<<"$out$err")"
setpriv --reuid ana --regid ana --clear-groups bash "$SCRIPT" --user ana >/dev/null 2>&1
check 'without root it is refused' test "$?" -eq 3
finish
