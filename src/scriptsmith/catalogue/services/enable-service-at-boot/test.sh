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
dir=units/$(cat "$dir/Id" 2>/dev/null || echo "${!#}") # an alias leads to the unit itself
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
stub id <<<'echo 0'

unit docker UnitFileState=disabled ActiveState=inactive
unit helper UnitFileState=static
unit hidden LoadState=masked UnitFileState=masked
on enable 'put UnitFileState enabled; put WantedBy multi-user.target'

run --service docker --dry-run
check 'a dry run succeeds' test "$status" -eq 0
check 'a dry run names the unit' grep -q 'would enable: docker.service (now disabled)' <<<"$out"
check 'a dry run enables nothing' test -z "$(calls '^systemctl enable')"

run --service docker
check 'it succeeds' test "$status" -eq 0
check 'the unit is enabled' grep -q '^enabled$' units/docker.service/UnitFileState
check 'it says so' grep -q '^enabled: docker.service was disabled, now enabled$' <<<"$out"
check 'it is not started' test -z "$(calls '^systemctl (start|enable --now)')"
check 'that it is down is told' grep -q 'is inactive now' <<<"$out"

run --service docker.service
check 'a second run succeeds' test "$status" -eq 0
check 'a second run changes nothing' test "$(calls '^systemctl enable' | wc -l)" -eq 1

unit docker ActiveState=failed
run --service docker
check 'that one which is enabled has failed is told' grep -qx 'note: docker.service has failed, and may fail at the next boot as well; see journalctl --unit docker.service' <<<"$out"
unit docker ActiveState=active WantedBy=graphical.target
on list-dependencies 'printf "default.target\n  cron.service\n  more-docker.service\n"'
on get-default 'echo multi-user.target'
run --service docker
check 'that the boot does not go there is told' grep -qx 'note: the boot goes to multi-user.target, which does not ask for docker.service; that stands below graphical.target' <<<"$out"
on list-dependencies 'printf "default.target\n  cron.service\n    docker.service\n"'
run --service docker
check 'of one that starts with it nothing else is said' test "$status:$out" = '0:enabled already: docker.service'
unit mydb Id=docker.service
run --service mydb
check 'an alias is looked for by the name of the unit itself' test "$status:$out" = '0:enabled already: docker.service'
run --service foo@
check 'a template is refused, and why is told' test "$status:$(grep -c 'is a template: name an instance, such as foo@NAME.service' <<<"$err")" = 2:1
on list-dependencies ':'
unit away UnitFileState=linked ActiveState=active
on enable 'put UnitFileState enabled; put WantedBy multi-user.target'
run --service away
check 'one whose file lies elsewhere is enabled' test "$status:$(grep -c '^enabled: away.service was linked, now enabled$' <<<"$out")" = 0:1
unit agent UnitFileState=generated SourcePath=/etc/init.d/agent ActiveState=active
on is-enabled 'word=enabled; [ -e links ] || word=disabled; [ "$2" = --quiet ] || echo $word; [ $word = enabled ]'
on enable 'touch links'
run --service agent --dry-run
check 'the unit of an init script can be enabled' test "$status:$out:$(ls links 2>/dev/null)" = '0:would enable: agent.service (now disabled):'
run --service agent
check 'it is enabled as that' test "$status:$out" = '0:enabled: agent.service was disabled, now enabled'
run --service agent
check 'and enabled once' test "$status:$out" = '0:enabled already: agent.service'
unit agent SourcePath=/etc/rc.d/init.d/agent
run --service agent
check 'where Red Hat has them too' test "$status:$out" = '0:enabled already: agent.service'
rm links
on enable ':'
run --service agent
check 'one of which the links do not appear is a failure' test "$status:$(grep -c 'agent.service is generated after the attempt' <<<"$err")" = 1:1
unit virt UnitFileState=indirect ActiveState=inactive TriggeredBy=virt.socket
on enable ':'
run --service virt
check 'of one that only enables others that is told' bash -c '[ "$1" = 0 ] && grep -q "^note: nothing starts virt.service itself at boot; .* timer: virt.socket$" <<<"$2" && ! grep -q "next boot" <<<"$2"' _ "$status" "$out"
: >"$STUB_LOG"
unit docker UnitFileState=disabled
on enable ':'
run --service docker
check 'a change without effect is a failure' test "$status" -eq 1
on enable 'exit 1'
run --service docker
check 'a failed change is a failure' test "$status" -eq 1

: >"$STUB_LOG"
run --service helper
check 'a static unit is refused' test "$status" -eq 3
run --service hidden
check 'a masked unit is refused, with the reason' test "$status:$(grep -c 'hidden.service is masked' <<<"$err")" = 3:1
unit sysv UnitFileState=generated SourcePath=/etc/fstab
run --service sysv
check 'one that is made anew at each boot is refused' test "$status:$(grep -c 'made anew at each boot' <<<"$err")" = 3:1
run --service nowhere
check 'a unit that does not exist is refused' test "$status:$(grep -c 'no such unit: nowhere.service' <<<"$err")" = 3:1
stub id <<<'echo 1000'
run --service docker
check 'without root it is refused' test "$status" -eq 3
check 'nothing was enabled by a refused run' test -z "$(calls '^systemctl enable')"

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
