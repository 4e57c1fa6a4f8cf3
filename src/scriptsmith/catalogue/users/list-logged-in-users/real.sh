#!/usr/bin/env bash
# packages: openssh-server openssh-client
. "$HARNESS"
ran_on coreutils "$(who --version | sed -n '1s/.* //p')"
mkdir -p /run/sshd && ssh-keygen -q -A && touch /run/utmp && /usr/sbin/sshd -o UseDNS=no
ssh-keygen -q -t ed25519 -N '' -f ./key
for each in ana ben; do useradd --create-home --shell /bin/bash "$each" && install -D -o "$each" -g "$each" -m 600 key.pub "/home/$each/.ssh/authorized_keys" && chown -R "$each:" "/home/$each"; done
enter() { ssh -q "${3--tt}" -i ./key -o StrictHostKeyChecking=no "$1@$2" 'sleep 100' </dev/null >/dev/null & }
sessions() { test "$(who | wc -l)" -eq "$1"; }

run
check 'nobody at first' bash -c '[ "$1" = 0 ] && [ "$2" = "nobody is logged in" ]' _ "$status" "$out"
enter ana 127.0.0.1
await sessions 1
enter ana 127.0.0.1
await sessions 2
enter ben ::1
await sessions 3
enter ben ::1 -T
await pgrep -f '^sshd(-session)?: ben@notty'
run
check 'it succeeds' test "$status" -eq 0
check 'the one without a terminal too' bash -c 'sed -n "/^SSH connections without a login record:/{n;p}" <<<"$1" | grep -Eqx "ben \(process [0-9]+\)"' _ "$out"
check 'each session stands there, with its origin' test "$(awk '$2 ~ /^pts/ { print $1, $NF }' <<<"$out" | sort | paste -sd,)" = 'ana 127.0.0.1,ana 127.0.0.1,ben ::1'
check 'the process is the one of the session' test "$(awk '$1 == "ben" && $2 ~ /^pts/ { print $(NF - 1) }' <<<"$out")" = "$(who --users | awk '$1 == "ben" { print $(NF - 1) }')"
check 'and the time the one of its beginning' grep -Eq "^ben +pts/[0-9]+ +$(LC_ALL=C date '+%b %e') [0-9]{2}:[0-9]{2} +\. +" <<<"$out"
check 'they are counted by user' grep -qE '^3 session\(s\) of 2 user\(s\):( ana 2 ben 1| ben 1 ana 2)$' <<<"$out"
run --user ben
check 'and of one user' test "$(grep -c '(process' <<<"$out")" -eq 1
check 'of one user' grep -qx '1 session(s) of 1 user(s): ben 1' <<<"$out"
run --user root
check 'somebody who is not there' bash -c '[ "$1" = 0 ] && [ "$2" = "not logged in: root" ]' _ "$status" "$out"
cp /run/utmp kept && rm /run/utmp
run
check 'without login records the connections are seen all the same' bash -c '[ "$1" = 0 ] && [ "$(sed "s/ (process [0-9]*)//" <<<"$2" | sort | paste -sd,)" = "SSH connections without a login record:,ana on pts/0,ana on pts/1,ben,ben on pts/2" ]' _ "$status" "$out"
cp kept /run/utmp
kill %1 %2 %3 %4
await sessions 0
run
check 'nobody afterwards' test "$out" = 'nobody is logged in'
finish
