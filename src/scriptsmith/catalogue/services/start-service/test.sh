#!/usr/bin/env bash
. "$HARNESS"

# unit NAME PROPERTY=VALUE…: a unit that the systemctl of this test knows.
unit() {
  local dir=units/$1.service pair
  mkdir -p "$dir"
  [[ -e $dir/Id ]] || printf '%s.service\n' "$1" >"$dir/Id"
  [[ -e $dir/LoadState ]] || printf 'loaded\n' >"$dir/LoadState"
  for pair in "${@:2}"; do printf '%s\n' "${pair#*=}" >"$dir/${pair%%=*}"; done
}
# on VERB CODE: what that verb of systemctl does to the unit; `put` sets a property.
on() { printf '%s\n' "$2" >"on-$1"; }
stub systemctl <<'EOF'
dir=units/${!#}
put() { printf '%s\n' "$2" >"$dir/$1"; }
case $1 in
  show)
    [ -d "$dir" ] || { echo LoadState=not-found; exit 0; }
    for word; do
      case $word in
        --property=*) printf '%s=%s\n' "${word#*=}" "$(cat "$dir/${word#*=}" 2>/dev/null)" ;;
      esac
    done
    ;;
  *) if [ -e "on-$1" ]; then . "./on-$1"; fi ;;
esac
EOF
stub journalctl <<'EOF'
for word; do
  case $word in --unit=*) printf 'log of %s\n' "${word#*=}" ;; --since=*) [ ! -e journal ] || cat journal ;; esac
done
EOF
stub id <<<'echo 0'
stub sleep <<<':'

unit redis ActiveState=inactive MainPID=0 UnitFileState=disabled
unit hidden LoadState=masked
on start 'put ActiveState active; put MainPID 200'

run --service redis --dry-run
check 'a dry run succeeds' test "$status" -eq 0
check 'a dry run names the unit' grep -q 'would start: redis.service (now inactive)' <<<"$out"
check 'a dry run starts nothing' test -z "$(calls '^systemctl start')"

run --service redis --watch 2
check 'it succeeds' test "$status" -eq 0
check 'the unit is started' grep -q '^active$' units/redis.service/ActiveState
check 'it says so' grep -q 'started: redis.service was inactive, now active (main process 200)' <<<"$out"
check 'it watches for the time asked' test "$(calls '^sleep 1$' | wc -l)" -eq 2
check 'that it does not start at boot is told' grep -q 'not enabled' <<<"$out"
check 'a unit that did not fail is not reset' test -z "$(calls reset-failed)"

run --service redis.service
check 'a second run succeeds' test "$status" -eq 0
check 'a second run says that it runs' grep -q 'runs already' <<<"$out"
check 'a second run starts nothing' test "$(calls '^systemctl start' | wc -l)" -eq 1

unit redis ActiveState=reloading
run --service redis
check 'one that reads its configuration anew runs already' test "$status:$(grep -c '^runs already: redis.service' <<<"$out")" = 0:1
unit redis ActiveState=failed
run --service redis --watch 0
check 'a failed unit is reset' test -n "$(calls '^systemctl reset-failed -- redis.service$')"
check 'and started' test "$status" -eq 0

unit redis ActiveState=inactive Id=redis-server.service
on start 'put ActiveState failed'
run --service redis --watch 1
check 'a unit that goes down is a failure' test "$status" -eq 1
check 'its logs are shown, which are under its own name' grep -q 'log of redis-server.service' <<<"$err"
unit redis ActiveState=inactive
on start 'put ActiveState inactive; put Result success'
run --service redis --watch 0
check 'a daemon that ends at once is a failure, even if it ended well' test "$status" -eq 1
on start 'put ActiveState active; put MainPID 200'
stub sleep <<<'echo 201 >units/redis.service/MainPID'
run --service redis --watch 1
check 'a unit whose main process changes is a failure' test "$status" -eq 1
unit fork Type=forking ActiveState=inactive MainPID=0 ConsistsOf='aside.service'
unit aside ActiveState=inactive
on start 'put ActiveState active'
stub sleep <<<'if [ -e fell ]; then echo active; else echo failed; fi >units/fork.service/ActiveState; touch fell'
run --service fork --watch 2
check 'so is one without a main process that was down in between' test "$status" -eq 1
stub sleep <<<':'
unit fork ActiveState=inactive
: >"$STUB_LOG"
run --service fork --watch 010
check 'ten is ten with a nought before it too' test "$(calls '^sleep 1$' | wc -l)" -eq 10
check 'a service that does its work itself is not asked for what belongs to it' test "$status" -eq 0
unit redis ActiveState=inactive
on start 'exit 1'
run --service redis --watch 1
check 'a start that fails is a failure' test "$status" -eq 1

unit lsb Type=forking ActiveState=active SubState=exited MainPID=0
run --service lsb
check 'a service of init.d without a process does not run' test "$status:$(grep -c 'no process of it is left: if it ought' <<<"$err")" = 1:1
unit lsb ActiveState=inactive SubState=dead
on start 'put ActiveState active; put SubState exited'
run --service lsb --watch 0
check 'nor was it started' test "$status:$(grep -c 'no process of it is left; its last log' <<<"$err")" = 1:1
unit lsb ActiveState=inactive SubState=dead
on start 'put ActiveState active; put SubState running'
run --service lsb --watch 0
check 'with one it was' test "$status" -eq 0
unit once Type=oneshot ActiveState=inactive Result=success
on start ''
for words in 'Once was skipped because of an unmet condition check (ConditionPathExists=/x).' 'Condition check resulted in Once being skipped.'; do
  echo "$words" >journal
  run --service once --watch 0
  check "a start that systemd skips is a failure: $words" test "$status:$(grep -c 'skipped the start' <<<"$err")" = 1:1
done
check 'only what it said since the start counts' test -n "$(calls '^journalctl --unit=once.service --since=@[0-9]* --output=cat --no-pager$')"
echo 'Once finished, and skipped nothing.' >journal
run --service once --watch 0
check 'one that it does not skip is none' test "$status" -eq 0
rm journal
on start 'put ActiveState active; put SubState exited'
run --service once --watch 0
check 'a one-shot unit may have no process' test "$status" -eq 0
run --service once
check 'also when it is active already' test "$status:$(grep -c '^runs already' <<<"$out")" = 0:1
unit pg ActiveState=active Type=oneshot MainPID=0 ConsistsOf='pg@a.service pg@b.service'
unit pg@a ActiveState=active
unit pg@b ActiveState=failed
run --service pg
check 'an umbrella that is active does not speak for what belongs to it' bash -c '[ "$1" = 1 ] && grep -q "start it by its name: pg@b.service (failed)$" <<<"$2"' _ "$status" "$err"
unit pg ActiveState=inactive
on start 'put ActiveState active'
run --service pg --watch 0
check 'nor after its start' bash -c '[ "$1" = 1 ] && grep -q "does not run .*: pg@b.service (failed); its last" <<<"$2"' _ "$status" "$err"
unit pg@b ActiveState=active
run --service pg
check 'with all that belongs to it running it is in order' test "$status" -eq 0
unit pg@b ActiveState=reloading
run --service pg
check 'also while one reads its configuration anew' test "$status" -eq 0
unit pg@b ActiveState=activating
: >"$STUB_LOG"
run --service pg
check 'one that is about to start is waited for, half a minute' test "$status:$(calls '^sleep 1$' | wc -l):$(grep -c 'pg@b.service (activating)$' <<<"$err")" = 1:30:1
unit vpn ActiveState=active Type=oneshot MainPID=0 ExecStart='{ path=/bin/true ; argv[]=/bin/true ; }'
run --service vpn
check 'an umbrella to which nothing belongs does not run' test "$status:$(grep -c 'does not run, start it by its name: vpn…@NAME (it runs nothing itself' <<<"$err")" = 1:1
unit vpn ActiveState=inactive ExecStart='{ path=/usr/bin/true ; argv[]=/usr/bin/true ; }'
on start 'put ActiveState active'
run --service vpn --watch 0
check 'nor was it started' test "$status:$(grep -c ': vpn…@NAME (it runs nothing itself' <<<"$err")" = 1:1
unit vpn ActiveState=active ExecStart='{ path=/usr/bin/true-up ; argv[]=/usr/bin/true-up ; }'
run --service vpn
check 'one that does its work in one go is in order' test "$status" -eq 0
unit redis ActiveState=inactive
: >"$STUB_LOG"
run --service hidden
check 'a masked unit is refused' test "$status:$(grep -c 'hidden.service is masked' <<<"$err")" = 3:1
unit torn LoadState=bad-setting
run --service torn
check 'so is one that systemd cannot read' test "$status:$(grep -c 'its load state is: bad-setting' <<<"$err")" = 3:1
run --service nowhere
check 'a unit that does not exist is refused' test "$status:$(grep -c 'no such unit: nowhere.service' <<<"$err")" = 3:1
stub id <<<'echo 1000'
run --service redis
check 'without root it is refused' test "$status" -eq 3
check 'nothing was started by a refused run' test -z "$(calls '^systemctl start')"
run --service redis --watch -1
check 'a bad watch time is refused' test "$status" -eq 2

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
