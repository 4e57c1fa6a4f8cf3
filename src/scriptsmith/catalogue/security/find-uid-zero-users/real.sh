#!/usr/bin/env bash
# packages: passwd
. "$HARNESS"
ran_on shadow "$(dpkg-query --show --showformat '${Version}' passwd)"
run
check 'a new host has root only' bash -c '[ "$1" = 0 ] && grep -q "^1 accounts with user id 0, 0 with group 0, 0 malformed lines; /etc/passwd was last changed [0-9-]* [0-9:]*; accounts of a directory (LDAP, SSSD) are not in it$" <<<"$2"' _ "$status" "$out"
useradd --gid 0 --no-create-home grp
run
check 'one with group 0 is noted, and no fault' bash -c '[ "$1" = 0 ] && grep -qx "note: grp has group 0 as its primary group" <<<"$2"' _ "$status" "$out"
useradd --non-unique --uid 0 --no-create-home --shell /bin/bash toor
check 'the system takes it for root' test "$(id -u toor)" = 0
run
check 'a second one is found' bash -c '[ "$1" = 1 ] && grep -q "^UID 0: toor (written 0): home /home/toor, shell /bin/bash$" <<<"$2"' _ "$status" "$out"
userdel toor 2>/dev/null
sed -i '/^toor:/d' /etc/passwd
printf 'sneaky:x:00:1000::/:/bin/sh\n' >>/etc/passwd
check 'the system takes 00 for root' test "$(id -u sneaky)" = 0
run
check 'and it is found' grep -q '^UID 0: sneaky (written 00)' <<<"$out"
sed -i '$d; s/^root:/admin:/' /etc/passwd
run
check 'a root of another name is a finding' bash -c '[ "$1" = 1 ] && grep -qx "NO ACCOUNT root WITH USER ID 0" <<<"$2"' _ "$status" "$out"
finish
