#!/usr/bin/env bash
. "$HARNESS"

# unit NAME PROPERTY=VALUE…: a unit that the systemctl of this test knows.
unit() {
  local dir=units/$1 pair
  mkdir -p "$dir"
  printf '%s\n' "$1" >"$dir/Id"
  [[ -e $dir/LoadState ]] || printf 'loaded\n' >"$dir/LoadState"
  for pair in "${@:2}"; do printf '%s\n' "${pair#*=}" >"$dir/${pair%%=*}"; done
}
# on VERB CODE: what that verb of systemctl does; `put` sets a property of the unit named last.
on() { printf '%s\n' "$2" >"on-$1"; }
stub systemctl <<'EOF'
put() { printf '%s\n' "$2" >"units/${last:-$unit}/$1"; }
verb='' names=() properties=()
for word; do
  case $word in
    --property=*) IFS=, read -r -a more <<<"${word#*=}"; properties+=("${more[@]}") ;;
    --) ;;
    --no-pager | --plain | --no-legend | --full | --all | --quiet | --runtime | --failed | --reverse | --type=* | --state=*) ;;
    -*) echo "systemctl: unrecognized option '$word'" >&2; exit 1 ;;
    *) if [ -z "$verb" ]; then verb=$word; else names+=("$word"); fi ;;
  esac
done
last=''; [ ${#names[@]} = 0 ] || last=${names[-1]}
[ "$verb" = show ] || { if [ -e "on-$verb" ]; then . "./on-$verb"; exit; fi; echo "Unknown command verb $verb." >&2; exit 1; }
if [ -e on-show ]; then . ./on-show; fi
found=()
for name in "${names[@]}"; do
  case $name in
    *'*'*) for dir in units/$name; do [ -d "$dir" ] && found+=("${dir#units/}"); done ;;
    *) found+=("$name") ;;
  esac
done
n=0
for name in "${found[@]}"; do
  [ $((n++)) = 0 ] || echo
  for property in "${properties[@]}"; do
    if [ -d "units/$name" ]; then value=$(cat "units/$name/$property" 2>/dev/null)
    else case $property in Id) value=$name ;; LoadState) value=not-found ;; ActiveState) value=inactive ;; *) value= ;; esac; fi
    printf '%s=%s\n' "$property" "$value"
  done
done
EOF
stub id <<<'echo 0'

unit ssh.service ActiveState=active SubState=running Result=success Type=notify
unit app.service ActiveState=failed SubState=failed Result=exit-code Type=simple
unit prep.service ActiveState=inactive SubState=dead Result=success Type=oneshot
unit gone.service ActiveState=inactive SubState=dead Result=success Type=simple
on list-unit-files 'cat files'
on list-units 'cat instances'
: >instances
printf '%-12s enabled         enabled\n' app.service getty@.service gone.service prep.service ssh.service >files
run
check 'it succeeds' test "$status" -eq 0
check 'one that runs is listed' grep -Eqx 'ssh.service +active +running +' <<<"$out"
check 'one that failed is marked' grep -Eqx 'app.service +failed +failed +FAILED: exit-code' <<<"$out"
check 'one that does not run is marked' grep -Eq '^gone.service .* not running$' <<<"$out"
check 'a oneshot is told apart' grep -Eq '^prep.service .* not running \(oneshot\)$' <<<"$out"
check 'they are counted' grep -qx '4 enabled: 1 active, 2 not running, 1 failed' <<<"$out"
check 'what else may start is told' test "$(tail -n 1 <<<"$out")" = 'not looked at: static services, which other units start, containers, services of users, and jobs of cron that run at boot'
check 'a template is not looked up' test -z "$(calls '^systemctl show.*getty@')"
check 'only services that are enabled are asked for' calls '^systemctl list-unit-files --type=service,socket,timer,path --state=enabled'
unit vpn@a.service ActiveState=failed SubState=failed Result=exit-code WantedBy=multi-user.target
unit vpn@b.service ActiveState=active SubState=running
unit old.service ActiveState=inactive SubState=dead WantedBy=multi-user.target
unit off.service ActiveState=inactive SubState=dead
printf 'ssh.service enabled enabled\nvpn@.service enabled disabled\nunused@.service disabled enabled\nold.service generated -\noff.service generated -\n' >files
printf 'vpn@a.service loaded failed failed A\nvpn@b.service loaded active running B\n' >instances
run
check 'an instance of a template is listed' grep -Eqx 'vpn@a.service +failed +failed +FAILED: exit-code' <<<"$out"
check 'instances are asked for' calls '^systemctl list-units --type=service --all .* \*@\*.service$'
check 'one that nobody wants is not' test -z "$(grep vpn@b <<<"$out")"
check 'a script that starts at boot is' grep -Eq '^old.service +inactive .* not running$' <<<"$out"
check 'one that does not is not' test -z "$(grep '^off' <<<"$out")"
check 'they are counted too' grep -qx '3 enabled: 1 active, 1 not running, 1 failed' <<<"$out"
unit loop.service ActiveState=activating SubState=auto-restart Result=exit-code Type=simple NRestarts=7
unit slow.service ActiveState=activating SubState=start Result=success Type=notify
unit weak.service ActiveState=active SubState=running Result=success Type=simple NRestarts=3
printf '%s enabled enabled\n' loop.service ssh.service slow.service other-name.service weak.service >files
unit other-name.service ActiveState=active SubState=running && echo ssh.service >units/other-name.service/Id
: >instances
run
check 'one in a crash loop has failed' grep -Eqx 'loop.service +activating +auto-restart +FAILED: exit-code, waits for its next start' <<<"$out"
check 'one that still starts does not run' grep -Eqx 'slow.service +activating +start +not running yet' <<<"$out"
check 'one that systemd had to start again is told' grep -Eqx 'weak.service +active +running +started again by systemd 3 times' <<<"$out"
check 'each is counted once, and as what it is' grep -qx '4 enabled: 2 active, 1 not running, 1 failed' <<<"$out"
unit db.service ActiveState=active SubState=exited Type=oneshot
unit db@main.service ActiveState=failed SubState=failed Result=protocol Type=forking WantedBy=db.service
unit db@off.service ActiveState=inactive SubState=dead Type=forking WantedBy=disabled.service
unit modprobe@x.service ActiveState=inactive SubState=dead Type=oneshot WantedBy=db.service
unit old.service ActiveState=active SubState=exited Type=forking
unit ssh.socket ActiveState=active SubState=listening
unit dump.timer ActiveState=failed SubState=failed Result=resources
echo dump.service >units/dump.timer/Triggers; echo ssh.service >units/ssh.socket/Triggers
unit dump.service ActiveState=failed SubState=failed Result=exit-code Type=oneshot
printf '%s enabled enabled\n' db.service ssh.socket dump.timer tftp@.socket >files; echo 'old.service generated -' >>files
printf '%s loaded x x X\n' db@main.service db@off.service modprobe@x.service >instances
run
check 'an instance that an enabled service wants is listed' grep -Eqx 'db@main.service +failed +failed +FAILED: protocol' <<<"$out"
check 'one that another wants is not, nor a helper of a moment' test -z "$(grep -e db@off -e modprobe <<<"$out")"
check 'of a script that has ended it is not claimed that its program runs' grep -Eqx 'old.service +active +exited +its script has ended; whether its program runs is not known' <<<"$out"
check 'a socket that starts a service is listed' grep -Eqx 'ssh.socket +active +listening +' <<<"$out"
check 'and a timer that failed' grep -Eqx 'dump.timer +failed +failed +FAILED: resources' <<<"$out"
check 'what it starts and failed as well' grep -Eqx 'dump.service +failed +failed +FAILED: exit-code, started by an enabled socket, timer or path' <<<"$out"
check 'what a socket starts and did not fail is not' test -z "$(grep '^ssh.service' <<<"$out")"
check 'all are counted' grep -qx '6 enabled: 3 active, 0 not running, 3 failed' <<<"$out"
on list-units 'exit 1'
run
check 'instances that cannot be listed are a failure' bash -c '[ "$1" = 1 ] && grep -q "could not be listed" <<<"$2"' _ "$status" "$err"
check 'nothing is changed' test -z "$(calls 'systemctl (enable|disable|start|stop)')"
: >files
: >instances
on list-units 'cat instances'
run
check 'none at all is no failure' bash -c '[ "$1" = 0 ] && [ "$2" = "no service is enabled" ]' _ "$status" "$out"
echo 'ssh.service enabled enabled' >files
on show 'exit 1'
run
check 'a look that fails is a failure' test "$status" -eq 1
on list-unit-files 'echo "System has not been booted with systemd" >&2; exit 1'
run
check 'a host without systemd is refused' test "$status" -eq 3
run 'x; touch pwned'
check 'an unknown argument is refused' test "$status" -eq 2
run --help
check 'it explains itself' grep -q '^Usage: list-enabled-services' <<<"$out"
check 'nothing hostile ran' test ! -e pwned
finish
