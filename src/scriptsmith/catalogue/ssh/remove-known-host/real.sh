#!/usr/bin/env bash
# packages: openssh-server openssh-client
. "$HARNESS"
mkdir -p /run/sshd
ssh-keygen -q -A
for port in 22 2022; do /usr/sbin/sshd -o UseDNS=no -o PidFile=none -p $port; done
ran_on OpenSSH "$(ssh -V 2>&1 | sed 's/OpenSSH_\([^ ,]*\).*/\1/')"
known=$HOME/.ssh/known_hosts
meet() { ssh -o PreferredAuthentications=none -o HashKnownHosts="${hashed-yes}" -o StrictHostKeyChecking="$1" "${@:2}" 2>&1; }
for each in '-p 2022 localhost' 127.0.0.1 localhost ::1; do
  # shellcheck disable=SC2086  # a port is an option of its own
  meet accept-new $each >/dev/null
done
hashed=no meet accept-new ip6-localhost >/dev/null
rm /etc/ssh/ssh_host_*; ssh-keygen -A >/dev/null # the host is built anew

check 'ssh refuses the changed key' grep -q 'REMOTE HOST IDENTIFICATION HAS CHANGED' <<<"$(meet yes localhost)"
meet accept-new ip6-loopback >/dev/null
run --host IP6-Loopback
check 'a hashed name is found whatever its letters' bash -c '[ "$1" = 0 ] && ! ssh-keygen -F ip6-loopback' _ "$status"
before=$(cat "$known")
run --host localhost --dry-run
check 'a dry run changes nothing' test "$(cat "$known")" = "$before"
run --host localhost
check 'it succeeds' test "$status" -eq 0
check 'ssh takes the new key' grep -q 'Permission denied' <<<"$(meet accept-new localhost)"
check 'another port of the host is still refused' grep -q 'HAS CHANGED' <<<"$(meet yes -p 2022 localhost)"
check 'and so is another name of it' grep -q 'HAS CHANGED' <<<"$(meet yes 127.0.0.1)"
run --host localhost --port 2022
check 'with its port that goes too' grep -q 'Permission denied' <<<"$(meet accept-new -p 2022 localhost)"
run --host ::1
check 'and an IPv6 address' grep -q 'Permission denied' <<<"$(meet accept-new ::1)"
run --host IP6-Localhost
check 'and a name in other letters, stored in the open' bash -c '! ssh-keygen -F ip6-localhost'
useradd --create-home ana
install -D -o ana -g ana -m 600 "$known" /home/ana/.ssh/known_hosts && chown ana: /home/ana/.ssh
printf 'web1 %s\n' "$(cut -d ' ' -f 1,2 /etc/ssh/ssh_host_ed25519_key.pub)" >>/home/ana/.ssh/known_hosts
ssh-keygen -q -t ed25519 -N '' -f ca && printf '@cert-authority web* %s\n' "$(cut -d ' ' -f 1,2 ca.pub)" >>/home/ana/.ssh/known_hosts
run --host web1 --file /home/ana/.ssh/known_hosts
check 'the line of a certificate authority stays' test "$(grep -c '^@cert-authority web' /home/ana/.ssh/known_hosts):$(grep -c '^web1' /home/ana/.ssh/known_hosts)" = 1:0
check 'a file that root changes stays that of its owner' test "$status:$(stat -c '%U %G %a' /home/ana/.ssh/known_hosts)" = '0:ana ana 600'
run --host ip6-localhost
check 'a second run has nothing to do' grep -q '^nothing to do' <<<"$out"
finish
