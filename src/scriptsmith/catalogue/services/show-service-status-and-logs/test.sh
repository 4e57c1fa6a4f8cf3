#!/usr/bin/env bash
. "$HARNESS"

# unit NAME PROPERTY=VALUE…: a unit that the systemctl of this test knows.
unit() {
  local dir=units/$1.service pair
  mkdir -p "$dir"
  [[ -e $dir/LoadState ]] || printf 'loaded\n' >"$dir/LoadState"
  for pair in "${@:2}"; do printf '%s\n' "${pair#*=}" >"$dir/${pair%%=*}"; done
}
stub systemctl <<'EOF'
dir=units/${!#}
case $1 in
  show)
    [ -d "$dir" ] || { echo LoadState=not-found; exit 0; }
    for word; do
      case $word in
        --property=*) printf '%s=%s\n' "${word#*=}" "$(cat "$dir/${word#*=}" 2>/dev/null)" ;;
      esac
    done
    ;;
esac
EOF
stub journalctl <<'EOF'
for word; do
  case $word in --unit=*) printf 'log of %s\n' "${word#*=}" ;; esac
done
EOF

unit web Description='Web = server' ActiveState=active SubState=running MainPID=4242 UnitFileState=enabled \
  MemoryCurrent=10485760 ActiveEnterTimestamp='Mon 2024-01-01 00:00:00 UTC' NeedDaemonReload=yes
unit broken ActiveState=failed SubState=failed Result=oom-kill ExecMainStatus=9 MemoryCurrent='[not set]'
unit start ActiveState=activating SubState=auto-restart Result=exit-code ExecMainStatus=1 MainPID=77 TriggeredBy=start.socket \
  ActiveEnterTimestamp='Mon 2023-01-02 00:00:00 UTC' InactiveEnterTimestamp='Tue 2023-01-03 00:00:00 UTC' StateChangeTimestamp='Mon 2024-01-01 00:00:07 UTC'
cp -r units before

run --service web
check 'it succeeds' test "$status" -eq 0
check 'the description is shown' grep -q '^web.service - Web = server$' <<<"$out"
check 'the state is shown' grep -q 'active (running)' <<<"$out"
check 'the main process is shown' grep -q '4242' <<<"$out"
check 'the memory is readable' grep -q ' 10 MiB' <<<"$out"
check 'a reload that is due is told' grep -q 'daemon-reload is due' <<<"$out"
check 'that files of its own are not looked at is told, whatever the journal has' grep -qx 'what it writes to files of its own is not in the journal' <<<"$out"
check 'the log is shown' grep -q '^log of web.service$' <<<"$out"
check 'without limit of time' test -z "$(calls '^journalctl.*--since')"
check 'it changes nothing' diff -r before units
check 'it calls nothing but a reading verb' test -z "$(calls '^systemctl' | grep -v '^systemctl show ')"

run --service broken.service --lines 7 --minutes 030
check 'a failed unit is no failure of the script' test "$status" -eq 0
check 'why it ended is shown' grep -q 'oom-kill, exit status 9' <<<"$out"
check 'no memory is made up' test "$(grep -c MiB <<<"$out")" -eq 0
check 'the log is limited as asked' calls '^journalctl --unit=broken.service --lines=7 --since 30 minutes ago '

run --service start
check 'one that is about to start is not told as down' test "$(grep -E 'since|process|result|triggered' <<<"$out" | tr -s ' ' | paste -sd '|')" = ' since Mon 2024-01-01 00:00:07 UTC| main process 77| last result exit-code, exit status 1| triggered by start.socket'
unit never ActiveState=inactive SubState=dead Result=success ExecMainStatus=0
run --service never
check 'one that has not run is not told to have ended well' test "$(grep -E 'since|result' <<<"$out" | tr -s ' ')" = ' down since not known: it has not run since the boot, or systemd has forgotten it'
unit never InactiveEnterTimestamp='Tue 2023-01-03 00:00:00 UTC'
run --service never
check 'one that has run is' grep -q 'last result  *success, exit status 0$' <<<"$out"
unit pg ActiveState=active SubState=exited Type=oneshot MainPID=0 ConsistsOf='pg@a.service pg@b.service'
unit pg@a ActiveState=active SubState=running
unit pg@b ActiveState=failed SubState=failed
run --service pg
check 'what belongs to an umbrella is shown with its state' test "$(grep -Ec '^  belongs to it +pg@(a.service: active running|b.service: failed failed)$' <<<"$out")" -eq 2
check 'and its log' grep -qx 'log of pg@b.service' <<<"$out"
stub journalctl <<<'exit 0'
run --service web
check 'an empty journal is told' grep -q '^(no lines in the journal; as another user' <<<"$out"
stub journalctl <<<'exit 1'
run --service web
check 'a log that cannot be read is a failure' test "$status" -eq 1
run --service web --lines 0
check 'unless no log is wanted' test "$status" -eq 0
run --service nowhere
check 'a unit that does not exist is refused' test "$status" -eq 3
run --service web --lines many
check 'a bad number is refused' test "$status" -eq 2

run
check 'a service must be named' test "$status" -eq 2
run --service 'x; touch pwned'
check 'a hostile name is refused' test "$status" -eq 2
run --service --dry-run
check 'an option is no name' test "$status" -eq 2
run --service '$(touch pwned)'
check 'a substitution is no name' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
finish
