#!/usr/bin/env bash
# packages: sed coreutils
. "$HARNESS"
ran_on sed "$(sed --version | sed -n '1s/.* //p')"

for n in 1 2 3; do printf '2024-05-25 03:00:0%s,123 ERROR timeout after %s000 ms to 10.0.0.%s:5432\n' $n $n $n; done >app.log
for n in 1 2; do printf 'May 25 03:00:0%s db1 sshd[10%s]: session 7f3a9b21c%s opened for "ana%s"\n' $n $n $n $n; done >>app.log
printf 'odd \033[2J line\n' >>app.log
run --file app.log
check 'similar lines are one message, the most frequent first' grep -qE '^ +3 ERROR timeout after N ms to N:N$' <<<"$(sed -n 1p <<<"$out")"
check 'the classic form is one too' grep -qE '^ +2 sshd\[N\]: session N opened for "…"$' <<<"$out"
check 'control characters do not get through' grep -qE '^ +1 odd \?\[NJ line$' <<<"$out"
check 'all is counted' grep -qx '6 lines, 3 different messages' <<<"$out"
run --file app.log --text error --limit 1
check 'a text picks lines' test "$status:$(tail -n 1 <<<"$out")" = '0:3 lines, 1 different messages'
printf 'ts=2024-05-25T03:00:00Z level=error msg="disk %s"\n' refused refused full >pairs.log
run --file pairs.log
check 'a message in quotes is told' grep -qx ' *2 ts=N-N-NTN:N:NZ level=error msg="disk refused"' <<<"$out"
for n in 1 2; do printf 'limiting requests, client: 2a02:908:12%s:5::beef\n' a b c; done >six.log
run --file six.log
check 'addresses of IPv6 are left open' test "$(sed -n '1s/^ *//p' <<<"$out")" = '6 limiting requests, client: N'
seq 20000 >many.log
mkdir -p /full && mount -t tmpfs -o size=64k full /full; head -c 100000 /dev/zero >/full/all 2>/dev/null
TMPDIR=/full run --file many.log
umount /full
check 'a full disk for temporary files does no harm' test "$status:$(grep -c '^20000 lines, 1 different' <<<"$out")" = 0:1
finish
