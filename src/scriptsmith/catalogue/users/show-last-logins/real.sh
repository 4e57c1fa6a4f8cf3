#!/usr/bin/env bash
# packages: openssh-server openssh-client util-linux
. "$HARNESS"
ran_on util-linux "$(last --version | sed 's/.* //')"
mkdir -p /run/sshd && ssh-keygen -q -A && rm -f /var/log/wtmp && touch /var/log/wtmp /run/utmp && /usr/sbin/sshd -o UseDNS=no
ssh-keygen -q -t ed25519 -N '' -f ./key
for each in ana ben; do useradd --create-home --shell /bin/bash "$each" && install -D -o "$each" -g "$each" -m 600 key.pub "/home/$each/.ssh/authorized_keys" && chown -R "$each:" "/home/$each"; done
enter() { ssh -q -tt -i ./key -o StrictHostKeyChecking=no "$1@$2" true </dev/null; }

run
check 'none at first' grep -qx 'no log-in is recorded' <<<"$out"
enter ana 127.0.0.1
enter ben ::1
enter ana 127.0.0.1
run
check 'it succeeds' test "$status" -eq 0
check 'the sessions of the real sshd are shown, the newest first' test "$(awk '$2 ~ /^pts/ { print $1, $3 }' <<<"$out" | paste -sd,)" = 'ana 127.0.0.1,ben ::1,ana 127.0.0.1'
check 'since when there is a record' grep -q "^recorded since: $(LC_ALL=C date '+%a %b')" <<<"$out"
check 'each with its year' test "$(grep -c "^[ab].*:[0-9][0-9] $(date +%Y) " <<<"$out")" -eq 3
run --user ben
check 'of one user' test "$(awk '$2 ~ /^pts/ { print $1 }' <<<"$out")" = ben
run --limit 1
check 'no more than are wanted' test "$(grep -c pts <<<"$out")" -eq 1
check 'and that these are not all since the record began' grep -Eq '^recorded since: .* [0-9]{4}; shown are the latest, 1 at most$' <<<"$out"
ssh -q -T -i ./key -o StrictHostKeyChecking=no ana@127.0.0.1 true </dev/null
useradd cid && cp /var/log/wtmp /var/log/wtmp.1
run --user cid
check 'what is not recorded is told' grep -q '^note: what uses no terminal' <<<"$err"
check 'an older record is named' grep -qx 'note: an older record: last -f /var/log/wtmp.1' <<<"$err"
userdel ben
run --user ben
check 'also of an account that is gone' bash -c 'grep -q "^ben " <<<"$1" && grep -q "^note: there is no account ben now" <<<"$2"' _ "$out" "$err"
rm /var/log/wtmp
run
check 'without a record it is a failure' test "$status" -eq 1
finish
