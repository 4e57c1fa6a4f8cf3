#!/usr/bin/env bash
. "$HARNESS"
# equivalent mutant b9b38aa2: each command that tests a configuration has more than one word

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
  case $word in --unit=*) printf 'log of %s\n' "${word#*=}" ;; esac
done
EOF
stub id <<<'echo 0'
stub sleep <<<':'
stub nginx <<<':'

unit nginx ActiveState=active MainPID=100
unit job Type=oneshot ActiveState=inactive Result=success
unit hidden LoadState=masked
on restart 'put ActiveState active; put MainPID 200'

run --service nginx --dry-run
check 'a dry run succeeds' test "$status" -eq 0
check 'a dry run names the unit' grep -q 'would restart: nginx.service (now active' <<<"$out"
check 'a dry run restarts nothing' test -z "$(calls '^systemctl restart')"

run --service nginx --watch 2
check 'it succeeds' test "$status" -eq 0
check 'the unit is restarted once' test "$(calls '^systemctl restart -- nginx.service$' | wc -l)" -eq 1
check 'it says so' grep -q 'now active (main process 200, before 100), watched for [0-9]* s$' <<<"$out"
check 'it watches for the time asked' test "$(calls '^sleep 1$' | wc -l)" -eq 2
run --service nginx.service --watch 1
check 'a second run, with the full name, succeeds' test "$status" -eq 0

run --service job
check 'a one-shot unit that finished well is a success' test "$status" -eq 0

on restart 'put ActiveState active; put MainPID 200'
stub sleep <<<'[ -e units/nginx.service/crashes ] && echo 201 >units/nginx.service/MainPID'
touch units/nginx.service/crashes
run --service nginx --watch 1
check 'a unit whose main process changes is a failure' test "$status" -eq 1
check 'its logs are shown' grep -q 'log of nginx.service' <<<"$err"
rm units/nginx.service/crashes
on restart 'put ActiveState inactive; put Result success; put MainPID 0'
run --service nginx --watch 0
check 'a daemon that ends at once is a failure, even if it ended well' test "$status" -eq 1
unit fork Type=forking ActiveState=active MainPID=0
on restart 'put ActiveState active'
stub sleep <<<'if [ -e fell ]; then echo active; else echo failed; fi >units/fork.service/ActiveState; touch fell'
run --service fork --watch 2
check 'so is one without a main process that was down in between' test "$status" -eq 1
stub sleep <<<':'
on restart 'put ActiveState activating'
run --service fork --watch 0
check 'and one that is not up at the end' test "$status" -eq 1
unit fork ActiveState=active
on restart ':'
: >"$STUB_LOG"
run --service fork --watch 010
check 'ten is ten with a nought before it too' test "$status:$(calls '^sleep 1$' | wc -l)" = 0:10
unit postgresql Type=oneshot ActiveState=active MainPID=0 ConsistsOf='main.service old.service off.service'
unit main ActiveState=active
unit old ActiveState=inactive
unit off ActiveState=inactive
on restart ':'
run --service postgresql --watch 1
check 'a service whose parts are up as before is a success' test "$status" -eq 0
on restart 'echo inactive >units/main.service/ActiveState'
run --service postgresql --watch 1
check 'a part that ran and does not come back is a failure' bash -c '[ "$1" = 1 ] && grep -q "^main.service: it belongs to postgresql.service or needs it, .* is inactive now" <<<"$2"' _ "$status" "$err"
check 'with its own log' grep -q 'log of main.service' <<<"$err"
echo active >units/main.service/ActiveState
on restart 'echo failed >units/old.service/ActiveState'
run --service postgresql --watch 1
check 'so is one that failed, though it did not run' grep -q '^old.service: it belongs to' <<<"$err"
echo inactive >units/old.service/ActiveState
on restart 'echo activating >units/main.service/ActiveState'
: >"$STUB_LOG"
run --service postgresql --watch 1
check 'one that never gets up too, after half a minute' test "$status:$(calls '^sleep 1$' | wc -l)" = 1:31

unit vpn Type=oneshot ActiveState=active MainPID=0 ExecStart='{ path=/bin/true ; argv[]=/bin/true ; }'
: >"$STUB_LOG"
run --service vpn --watch 0
check 'an umbrella to which nothing belongs is refused' test "$status:$(calls '^systemctl restart'):$(grep -c "restart vpn…@NAME (systemctl list-units 'vpn\*@\*')" <<<"$err")" = 3::1
unit cache ActiveState=active MainPID=0 RequiredBy=shop.service BoundBy=till.service
unit shop ActiveState=active; unit till ActiveState=active
for name in shop till; do
  on restart "echo failed >units/$name.service/ActiveState"
  run --service cache --watch 1
  check "what needs it and does not come back is a failure: $name" test "$status:$(grep -c "^$name.service: it belongs to cache.service or needs it, .* is failed now" <<<"$err")" = 1:1
  run --service cache --watch 1
  check "but none where it had failed before: $name" test "$status" -eq 0
  unit $name ActiveState=active
done
unit docker ActiveState=active MainPID=0
on restart ':'
run --service docker --watch 0
check 'what becomes of the containers of Docker is told' test "$status:$(grep -c '^note: .* those without a restart policy stay down$' <<<"$out")" = 0:1
unit alias Id=cache.service ActiveState=active MainPID=0
on restart 'put ActiveState failed'
run --service alias --watch 1
check 'of an alias the log of the unit itself is shown' grep -q '^log of cache.service$' <<<"$err"
on restart 'put ActiveState failed; put MainPID 0'
run --service nginx --watch 1
check 'a unit that goes down is a failure' test "$status" -eq 1
on restart 'exit 1'
run --service nginx --watch 1
check 'a restart that fails is a failure' test "$status" -eq 1

unit lsb Type=forking ActiveState=active SubState=running MainPID=0
on restart 'put ActiveState active; put SubState exited'
run --service lsb --watch 0
check 'a service of init.d without a process was not restarted' test "$status:$(grep -c 'no process of it is left; its last log' <<<"$err")" = 1:1
on restart 'put ActiveState active; put SubState running'
run --service lsb --watch 0
check 'with one it was' test "$status" -eq 0
on restart 'put ActiveState active; put SubState exited'
unit once Type=oneshot ActiveState=active SubState=exited MainPID=0
run --service once --watch 0
check 'a one-shot unit may have no process' test "$status" -eq 0
: >"$STUB_LOG"
stub nginx <<<'echo "unexpected end of file" >&2; exit 1'
run --service nginx
check 'a broken configuration is refused' test "$status" -eq 3
check 'and nothing is restarted' test -z "$(calls '^systemctl restart')"
stub nginx <<<'exit 0'
run --service hidden
check 'a masked unit is refused' test "$status:$(grep -c 'hidden.service is masked' <<<"$err")" = 3:1
unit torn LoadState=bad-setting
run --service torn
check 'so is one that systemd cannot read' test "$status:$(grep -c 'its load state is: bad-setting' <<<"$err")" = 3:1
run --service nowhere
check 'a unit that does not exist is refused' test "$status:$(grep -c 'no such unit: nowhere.service' <<<"$err")" = 3:1
stub id <<<'echo 1000'
run --service nginx
check 'without root it is refused' test "$status" -eq 3
check 'nothing was restarted by a refused run' test -z "$(calls '^systemctl restart')"
run --service nginx --watch soon
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
