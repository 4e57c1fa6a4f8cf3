#!/usr/bin/env bash
. "$HARNESS"
use network

ufw allow 8443/tcp >/dev/null
run
check 'ufw that is off is a failure' test "$status" -eq 1
check 'the rules that wait are shown' grep -qx 'ufw allow 8443/tcp' <<<"$out"
ufw delete allow 8443/tcp >/dev/null
run
check 'without rules none are said to wait' test "$(grep -c 'wait until' <<<"$out")" -eq 0
ufw allow 8443/tcp >/dev/null
use ufw
run
check 'ufw that is on is none' test "$status" -eq 0
check 'its defaults are shown' grep -q '^Default: deny (incoming), allow (outgoing)' <<<"$out"
check 'its rules, with numbers, for IPv6 too' grep -Eq '^\[ 4\] 22/tcp \(v6\) +ALLOW IN' <<<"$out"
check 'they are counted' grep -qx '4 rules' <<<"$out"
check 'nothing is warned of' test -z "$err"
mkdir -p /usr/share/locale/fr/LC_MESSAGES
cp /usr/share/ufw/messages/fr.mo /usr/share/locale/fr/LC_MESSAGES/ufw.mo # as a package of that language has it
check 'ufw itself speaks French there' grep -q 'actif' <<<"$(LC_ALL=C.UTF-8 LANGUAGE=fr ufw status)"
LC_ALL=C.UTF-8 LANGUAGE=fr run
check 'where the messages are in another language it is not taken for off' test "$status:$(grep -cx '4 rules' <<<"$out")" = 0:1
ufw default allow incoming >/dev/null
run
check 'a default that lets in is warned of' grep -q 'what no rule denies is let in' <<<"$err"
ufw --force reset >/dev/null
ufw --force enable >/dev/null
run
check 'no rules are told' grep -qx 'no rules' <<<"$out"
finish
