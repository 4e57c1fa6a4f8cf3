#!/usr/bin/env bash
. "$HARNESS"
ran_on glibc "$(getent --version | sed -n '1s/.* //p')"

printf '%s\n' '# made by hand' 'nameserver 192.0.2.1' 'nameserver 192.0.2.2 ' 'nameserver 2001:db8::53' 'nameserver 192.0.2.4' 'search example.org' >/etc/resolv.conf
run
check 'the servers are shown' test "$(grep -c '^nameserver ' <<<"$out")" -eq 4
check 'the fourth is never asked' grep -qx 'nameserver 192.0.2.4  (never asked: only the first three count)' <<<"$out"
check 'the search domain' grep -qx 'search example.org' <<<"$out"
check 'the order of sources' grep -q '^order of sources: files' <<<"$out"
echo 'nameserver 127.0.0.53' >/etc/resolv.conf
run
check 'behind a stub, that the servers of each domain could not be told is said' grep -q '^note: which server is asked for which domain' <<<"$out"
echo 'search example.org' >/etc/resolv.conf
run
check 'none is a failure' bash -c '[ "$1" = 1 ] && grep -q "^NO NAMESERVER" <<<"$2"' _ "$status" "$out"
finish
