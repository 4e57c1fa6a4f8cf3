#!/usr/bin/env bash
. "$HARNESS"

echo 0 >.uid
stub id <<<'cat .uid'
echo active >.state
stub systemctl <<'EOF'
case "$*" in
  show*LoadState*' -- ssh.service') [ -e .none ] && echo not-found || echo loaded ;;
  show*LoadState*) echo not-found ;;
  show*ActiveState*) cat .state ;;
  show*MainPID*) [ -e .other ] && [ -e .told ] && echo 813 || echo 812 ;;
  is-active*ssh.socket) [ -e .socket ] ;;
  is-active*) exit 3 ;;
  reload*) [ ! -e .fails ] && touch .told ;;
esac
EOF
stub sleep <<<'[ ! -e .dies ] || { [ -e .slept ] && echo failed >.state; touch .slept; }'
printf 'LISTEN 0      128          0.0.0.0:22        0.0.0.0:*    users:(("sshd",pid=812,fd=3))\nLISTEN 0      128             [::]:22           [::]:*    users:(("sshd",pid=812,fd=4))\nLISTEN 0      128        127.0.0.1:2022      0.0.0.0:*    users:(("nc",pid=8125,fd=3))\n' >.ports
settings() { echo port 22 >.settings; for each; do printf 'listenaddress [::]:%s\nlistenaddress 0.0.0.0:%s\n' "$each" "$each" >>.settings; done; }
settings 22
stub ss <<'EOF'
[ "$*" = -Hltnp ] || exit 255
[ ! -e .blind ] || exit 1
cat .ports
EOF
stub sshd <<'EOF'
case "$*" in '-T -C user=root,host=localhost,addr=127.0.0.1,laddr=127.0.0.1,lport=22') cat .settings; exit ;; esac
[ "$*" = -t ] || exit 1
[ ! -e .old ] || echo '/etc/ssh/sshd_config line 9: Deprecated option UsePrivilegeSeparation' >&2
[ ! -e .bad ] || { echo '/etc/ssh/sshd_config: line 4: Bad configuration option: Prt' >&2; exit 255; }
EOF

run --dry-run
check 'a test without a word says nothing' test -z "$err"
check 'a dry run says what it would do' grep -q '^would reload: ssh.service (process 812)' <<<"$out"
check 'a dry run reloads nothing' test -z "$(calls '^systemctl reload')"
run
check 'it succeeds' test "$status" -eq 0
check 'it says so' grep -q '^reloaded: ssh.service' <<<"$out"
check 'it is looked at for two seconds' test "$(calls '^sleep 0.5$' | wc -l)" -eq 4
touch .old
run --dry-run
check 'what the test warns of is told' test "$status:$err" = '0:/etc/ssh/sshd_config line 9: Deprecated option UsePrivilegeSeparation'
rm .old; touch .other; rm .told
run
check 'another process than before is a failure' test "$status:$(grep -c 'its process 812 gone' <<<"$err")" = 1:1
rm .other
check 'the unit is reloaded after the test' test "$(calls '^(sshd -t|systemctl reload)' | tail -n 2 | tr '\n' ' ')" = 'sshd -t systemctl reload -- ssh.service '
: >"$STUB_LOG"
touch .bad
run
check 'an invalid configuration is a failure' test "$status" -eq 1
check 'with its line' grep -q 'line 4: Bad' <<<"$err"
check 'nothing is reloaded then' test -z "$(calls '^systemctl reload')"
rm .bad
touch .fails
run
check 'a reload that fails is a failure' test "$status" -eq 1
rm .fails
settings 22 2022
run
check 'a port on which another program listens is a failure' test "$status:$(grep -c 'does not listen on port 2022: it may be taken or forbidden' <<<"$err")" = 1:1
touch .socket
run
check 'one that a socket of systemd would have to take is told as such' grep -q 'does not listen on port 2022: the ports may be held by a socket of systemd: systemctl daemon-reload' <<<"$err"
rm .socket
printf 'port 22\nlistenaddress 127.0.0.1:2022 rdomain blue\n' >.settings
sed 's/pid=8125/pid=812/; /:22 /d' .ports >.other; mv .ports .first; mv .other .ports
run
check 'a port that only an address has counts, and not the other one' test "$status" -eq 0
mv .first .ports
settings 2
run
check 'a port is not how another begins' test "$status" -eq 1
settings
run
check 'ports that are not told are a failure' test "$status:$(grep -c 'the ports of the configuration' <<<"$err")" = 1:1
settings 22; touch .blind
run
check 'so are sockets that cannot be listed' test "$status" -eq 1
rm .blind
touch .dies
run
check 'a daemon that is gone a moment later is a failure' test "$status" -eq 1
run
check 'a daemon that does not run is refused' test "$status" -eq 3
touch .socket
run
check 'socket activation needs no reload' grep -q '^nothing to reload' <<<"$out"
settings 2200
run
check 'but one for another port does' test "$status:$(grep -c 'nobody listens on port 2200; .*restart the socket' <<<"$err")" = 1:1
settings 22
touch .none
run
check 'a host without the unit is refused' test "$status" -eq 3
echo 1000 >.uid
run
check 'without root it is refused' test "$status" -eq 3
run --bogus
check 'an unknown option is wrong usage' test "$status" -eq 2
run --help
check 'help is given' grep -q '^Usage:' <<<"$out"
finish
