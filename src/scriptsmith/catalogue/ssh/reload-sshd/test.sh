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
  show*MainPID*) echo 812 ;;
  is-active*ssh.socket) [ -e .socket ] ;;
  is-active*) exit 3 ;;
  reload*) [ ! -e .fails ] ;;
esac
EOF
stub sleep <<<'[ ! -e .dies ] || { [ -e .slept ] && echo failed >.state; touch .slept; }'
stub sshd <<'EOF'
[ "$*" = -t ] || exit 1
[ ! -e .bad ] || { echo '/etc/ssh/sshd_config: line 4: Bad configuration option: Prt' >&2; exit 255; }
EOF

run --dry-run
check 'a dry run says what it would do' grep -q '^would reload: ssh.service (process 812)' <<<"$out"
check 'a dry run reloads nothing' test -z "$(calls '^systemctl reload')"
run
check 'it succeeds' test "$status" -eq 0
check 'it says so' grep -q '^reloaded: ssh.service' <<<"$out"
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
touch .dies
run
check 'a daemon that is gone a moment later is a failure' test "$status" -eq 1
run
check 'a daemon that does not run is refused' test "$status" -eq 3
touch .socket
run
check 'socket activation needs no reload' grep -q '^nothing to reload' <<<"$out"
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
