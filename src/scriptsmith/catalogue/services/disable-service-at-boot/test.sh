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
  *) if [ -e "on-$1" ]; then . "./on-$1"; fi ;;
esac
EOF
stub id <<<'echo 0'

unit docker UnitFileState=enabled ActiveState=active TriggeredBy=docker.socket
unit helper UnitFileState=static
unit hidden LoadState=masked UnitFileState=masked
unit sshd UnitFileState=enabled
on disable 'put UnitFileState disabled'

run --service docker --dry-run
check 'a dry run succeeds' test "$status" -eq 0
check 'a dry run names the unit' grep -q 'would disable: docker.service (now enabled)' <<<"$out"
check 'a dry run disables nothing' test -z "$(calls '^systemctl disable')"

run --service docker
check 'it succeeds' test "$status" -eq 0
check 'the unit is disabled' grep -q '^disabled$' units/docker.service/UnitFileState
check 'it says so' grep -q '^disabled: docker.service was enabled, now disabled$' <<<"$out"
check 'it is not stopped' test -z "$(calls '^systemctl (stop|disable --now)')"
check 'that it still runs is told' grep -q 'still runs' <<<"$out"
check 'what can still start it is told' grep -qx 'note: can still start it, also at boot: docker.socket' <<<"$out"

unit store UnitFileState=enabled ActiveState=active
unit shop UnitFileState=enabled ActiveState=active Id=store.service
run --service shop --dry-run
check 'an alias is told by the name of its unit' grep -qx 'would disable: store.service (now enabled)' <<<"$out"
run --service docker.service
check 'a second run succeeds' test "$status" -eq 0
check 'and tells what starts it all the same' test "$out" = 'disabled already: docker.service
note: can still start it, also at boot: docker.socket'
check 'a second run changes nothing' test "$(calls '^systemctl disable' | wc -l)" -eq 1
unit away UnitFileState=linked
run --service away
check 'a unit that is only linked starts at no boot, and stays known' test "$status:$out:$(calls '^systemctl disable -- away')" = '0:disabled already: away.service:'
run --service hidden
check 'a masked unit needs nothing' test "$status" -eq 0

unit screen UnitFileState=indirect
on disable 'put UnitFileState static'
run --service screen
check 'of one that only an alias started it is told that enable does not undo it' test "$status:$(grep -c '^note: systemctl enable cannot undo this, for screen.service has no .Install. section' <<<"$out")" = 0:1
on disable 'put UnitFileState disabled'
unit docker UnitFileState=enabled
run --service docker
check 'of others it is not' test "$(grep -c 'cannot undo' <<<"$out")" = 0
unit briefly UnitFileState=masked-runtime LoadState=masked
run --service briefly
check 'one that is masked until the next boot only is refused' test "$status:$(grep -c 'briefly.service is masked until the next boot only, and may start then: systemctl unmask --runtime briefly.service' <<<"$err")" = 3:1

# An init script: its unit is generated, and its links tell whether it starts.
unit mta UnitFileState=generated SourcePath=/etc/init.d/mta
echo enabled >links
on is-enabled 'cat links; grep -q enabled links'
on disable 'echo disabled >links'
run --service mta
check 'an init script is disabled' test "$status:$(cat links):$(head -n 1 <<<"$out")" = '0:disabled:disabled: mta.service was enabled, now disabled'
run --service mta
check 'and is then' test "$status:$out" = '0:disabled already: mta.service'
unit mta SourcePath=/etc/rc.d/init.d/mta
run --service mta
check 'where Red Hat has them, too' test "$status:$out" = '0:disabled already: mta.service'
echo enabled >links; on disable ':'
run --service mta
check 'one that stays enabled is a failure' test "$status" -eq 1
unit made UnitFileState=generated SourcePath=/etc/fstab
run --service made
check 'what is generated otherwise is refused' test "$status" -eq 3
unit docker UnitFileState=enabled
on disable ':'
run --service docker
check 'a change without effect is a failure' test "$status" -eq 1
on disable 'exit 1'
run --service docker
check 'a failed change is a failure' test "$status" -eq 1

: >"$STUB_LOG"
run --service helper
check 'a static unit is refused' test "$status" -eq 3
unit gdm UnitFileState=static WantedBy=graphical.target 'Names=gdm.service display-manager.service'
run --service gdm
check 'with what starts it, by which name' test "$status:$(grep -c 'when graphical.target  *wants it by one of its names (gdm.service display-manager.service)' <<<"$err")" = 3:1
: >"$STUB_LOG"
run --service getty@
check 'a template is refused as what it is' test "$status:$(grep -c 'getty@.service is a template: name an instance of it, such as getty@NAME.service' <<<"$err"):$(calls '^systemctl show' | wc -l)" = 3:1:0
for name in sssd sssd-nss winbind nslcd walinuxagent waagent google-guest-agent; do
  unit "$name" UnitFileState=enabled
  run --service "$name"
  check "whom a directory or the cloud lets in stays: $name" test "$status:$(grep -c "without $name.service nobody" <<<"$err")" = 3:1
done
for name in dropbear ifup@eth0 wpa_supplicant@wlan0 dhcpcd sshd@1 wg-quick@wg0 openvpn@hq tailscaled snap.amazon-ssm-agent.amazon-ssm-agent amazon-ssm-agent teamd@team0 openvswitch-switch ovs-vswitchd; do
  unit "$name.service" ActiveState=active UnitFileState=enabled
  run --service "$name"
  check "what brings up the network stays: $name" test "$status" -eq 3
done
run --service sshd
check 'the way into the host is kept' test "$status" -eq 3
unit openvpn-monitor ActiveState=active UnitFileState=enabled FragmentPath=/lib/systemd/system/openvpn-monitor.service
run --service openvpn-monitor --dry-run
check 'what only watches a VPN may go' test "$status" -eq 0
run --service nowhere
check 'a unit that does not exist is refused' test "$status" -eq 3
stub id <<<'echo 1000'
run --service docker
check 'without root it is refused' test "$status" -eq 3
check 'nothing was disabled by a refused run' test -z "$(calls '^systemctl disable')"

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
