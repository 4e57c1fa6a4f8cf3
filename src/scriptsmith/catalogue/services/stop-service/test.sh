#!/usr/bin/env bash
. "$HARNESS"

# unit NAME PROPERTY=VALUE…: a unit that the systemctl of this test knows.
unit() {
  local dir=units/$1.service pair
  mkdir -p "$dir"
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
  list-units) [ "$*" = "list-units --plain --no-legend --full --no-pager --type=service --state=active,activating,reloading,deactivating -- ${!#}" ] || exit 1
    for dir in units/${!#}; do [ ! -d "$dir" ] || ! grep -q '^active$' "$dir/ActiveState" || echo "${dir#units/} loaded active running Some words"; done ;;
  is-active) grep -q '^active$' "$dir/ActiveState" ;;
  *) if [ -e "on-$1" ]; then . "./on-$1"; fi ;;
esac
EOF
stub id <<<'echo 0'

unit kafka ActiveState=active MainPID=100 UnitFileState=enabled RequiredBy='mirror.service idle.service' TriggeredBy=kafka.socket
unit mirror ActiveState=active
unit idle ActiveState=inactive
unit sshd ActiveState=active
on stop 'put ActiveState inactive; put MainPID 0'

unit base ActiveState=active RequisiteOf=upper.service PropagatesStopTo=peer.service
unit upper ActiveState=active; unit peer ActiveState=active
run --service base --dry-run
check 'what goes down with it for other reasons is listed' test "$(grep -c -e '^goes down with it: upper.service$' -e '^goes down with it: peer.service$' <<<"$out")" -eq 2
unit bound ActiveState=active RequiredBy='multi-user.target loop.service' BoundBy=child.service
unit child ActiveState=active ConsistsOf=part.service; unit part ActiveState=active
unit loop ActiveState=active RequiredBy=bound.service
mkdir units/multi-user.target; echo active >units/multi-user.target/ActiveState
run --service bound --dry-run
check 'so are the parts of what goes down, and no target' test "$(grep '^goes down' <<<"$out" | sort | tr -d '\n')" = \
  'goes down with it: child.servicegoes down with it: loop.servicegoes down with it: part.service'
run --service kafka --dry-run
check 'a dry run succeeds' test "$status" -eq 0
check 'a dry run names the unit' grep -q 'would stop: kafka.service (now active, main process 100)' <<<"$out"
check 'a dry run stops nothing' test -z "$(calls '^systemctl stop')"
check 'a running unit that needs it is listed' grep -q '^goes down with it: mirror.service$' <<<"$out"
check 'one that is down is not' test "$(grep -c idle.service <<<"$out")" -eq 0

run --service kafka
check 'it succeeds' test "$status" -eq 0
check 'the unit is stopped' grep -q '^inactive$' units/kafka.service/ActiveState
check 'it says so' grep -q '^stopped: kafka.service$' <<<"$out"
check 'what may start it again is told' grep -q 'not stopped: kafka.socket' <<<"$out"
check 'that it starts at boot is told' grep -q 'next boot' <<<"$out"

run --service kafka.service
check 'a second run succeeds' test "$status" -eq 0
check 'a second run stops nothing' test "$(calls '^systemctl stop' | wc -l)" -eq 1

check 'without instances nothing is told of them' test -z "$(grep 'unit of its own' <<<"$out$err")"
# postgresql.service is one for all clusters; what runs is postgresql@15-main.service.
unit pg ActiveState=active; unit pg@one ActiveState=active; unit pg@two ActiveState=active; unit pg@off ActiveState=inactive
on stop 'put ActiveState inactive; echo inactive >units/pg@one.service/ActiveState'
run --service pg
check 'an instance that runs on is told' test "$status:$(grep -cx 'note: these run, each a unit of its own: pg@two.service' <<<"$out")" = 0:1
run --service pg
check 'where only instances run it is not said to be down' test "$status:$(grep -c 'pg.service is inactive, but these run, .*: pg@two.service$' <<<"$err"):$out" = 3:1:
run --service pg@two --dry-run
check 'an instance is a service like others' grep -q '^would stop: pg@two.service' <<<"$out"
check 'that nothing is left of it needs no word' test -z "$(grep 'still run' <<<"$out")"
unit cron ActiveState=active ControlGroup=/system.slice/cron.service
on stop 'put ActiveState inactive'
for place in fs/cgroup fs/cgroup/unified fs/cgroup/systemd; do
  mkdir -p "sys/$place/system.slice/cron.service"; printf '71\n72\n' >"sys/$place/system.slice/cron.service/cgroup.procs"
  unit cron ActiveState=active
  run --service cron --sys-root sys
  check "what its unit lets go on is told: $place" test "$status:$(grep -cx 'note: 2 processes of it still run, as its unit lets them (systemd-cgls /system.slice/cron.service names them)' <<<"$out")" = 0:1
  rm -r "sys/$place/system.slice"
done
unit kafka ActiveState=active
on stop 'put ActiveState deactivating'
run --service kafka
check 'a unit that does not go down is a failure' test "$status" -eq 1
unit kafka ActiveState=active
on stop 'put ActiveState failed; put Result timeout'
run --service kafka
check 'a unit that had to be killed is down' test "$status" -eq 0
check 'and that it was not clean is told' grep -q 'not end cleanly: timeout' <<<"$out"
unit kafka ActiveState=active
on stop 'exit 1'
run --service kafka
check 'a stop that fails is a failure' test "$status" -eq 1
check 'and told from one that does not take' grep -q 'could not stop kafka.service' <<<"$err"

: >"$STUB_LOG"
run --service sshd
check 'the way into the host is not cut' test "$status" -eq 3
for name in dropbear ifup@eth0 wpa_supplicant@wlan0 dhcpcd@eth0 sshd@1-192.0.2.1:22 wg-quick@wg0 openvpn-client@hq tailscaled snap.amazon-ssm-agent.amazon-ssm-agent amazon-ssm-agent teamd@team0 openvswitch-switch ovs-vswitchd; do
  unit "$name" ActiveState=active
  run --service "$name"
  check "nor by $name" test "$status" -eq 3
done
unit openvpn-monitor ActiveState=active
run --service openvpn-monitor --dry-run
check 'what only watches a VPN may go' test "$status" -eq 0
run --service nowhere
check 'a unit that does not exist is refused' test "$status" -eq 3
stub id <<<'echo 1000'
run --service kafka
check 'without root it is refused' test "$status" -eq 3
check 'nothing was stopped by a refused run' test -z "$(calls '^systemctl stop')"

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
