#!/usr/bin/env bash
# packages: openssh-server openssh-client netcat-openbsd iproute2
. "$HARNESS"
use systemd
ran_on OpenSSH "$(ssh -V 2>&1 | sed 's/OpenSSH_\([^ ,]*\).*/\1/')"
config=/etc/ssh/sshd_config.d/10-test.conf
offers() { grep -q "Permission denied (.*$1" < <(ssh -o PreferredAuthentications=none -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null "${@:2}" root@127.0.0.1 2>&1); }

run
check 'one that does not run is refused' bash -c '[ "$1" = 3 ] && ! systemctl is-active ssh' _ "$status"
systemctl start ssh
check 'passwords are taken at first' offers password
pid=$(systemctl show --property=MainPID --value ssh)
echo 'PasswordAuthentication no' >$config
run --dry-run
check 'a dry run reloads nothing' offers password
run
check 'it succeeds' test "$status" -eq 0
check 'the daemon has the new setting' bash -c "! $(declare -f offers); ! offers password"
check 'it is the same process' test "$(systemctl show --property=MainPID --value ssh)" = "$pid"
run
check 'a second run is harmless' bash -c '[ "$1" = 0 ] && systemctl is-active ssh' _ "$status"
echo 'PasswordAuthentification yes' >$config
run
check 'a setting that is not known is a failure' test "$status" -eq 1
check 'with its line' grep -q '10-test.conf: line 1: Bad configuration option' <<<"$err"
check 'and nothing is reloaded' bash -c "$(declare -f offers); ! offers password && offers publickey"
nc -lk 127.0.0.1 9000 &
printf 'ListenAddress 127.0.0.1:9000\n' >$config
run
check 'a port that is taken ends the daemon, which is a failure' test "$status" -eq 1
rm $config
systemctl reset-failed ssh
systemctl restart ssh
printf 'ListenAddress 127.0.0.1:22\nListenAddress 127.0.0.1:9000\nPort 22\nPort 9000\nMatch User nobody\nX11Forwarding no\n' >$config
run
check 'one of two ports that is taken is a failure, though the daemon goes on' bash -c '[ "$1" = 1 ] && grep -q "does not listen on port 9000" <<<"$2" && systemctl is-active ssh' _ "$status" "$err"
kill $!
printf 'ListenAddress 127.0.0.1:2222\n' >$config
run
check 'an address with a port of its own takes the place of port 22' test "$status" -eq 0
check 'and is served' offers publickey -p 2222
rm $config
systemctl restart ssh
printf 'Port 2022\n' >$config
run
check 'another port is served' offers publickey -p 2022
finish
