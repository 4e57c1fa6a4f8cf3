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

unit cups.service ActiveState=active UnitFileState=enabled FragmentPath=/lib/systemd/system/cups.service RequiredBy='printing.target spool.service'
unit own.service ActiveState=inactive UnitFileState=enabled FragmentPath=/etc/systemd/system/own.service
unit sshd.service ActiveState=active
on mask 'put LoadState masked; put UnitFileState masked'
run --service cups --dry-run
check 'a dry run names the unit' grep -qx 'would mask: cups.service' <<<"$out"
check 'a dry run masks nothing' test -z "$(calls '^systemctl mask')"
check 'what needs it is listed' grep -qx 'needs it, and may no longer start: spool.service' <<<"$out"
run --service cups
check 'it succeeds' test "$status" -eq 0
check 'it is masked' grep -qx masked units/cups.service/LoadState
check 'it says so' grep -qx 'masked: cups.service' <<<"$out"
check 'the former state is told' grep -qx 'before: cups.service is active, at boot: enabled' <<<"$out"
check 'that it still runs is told' grep -q '^note: cups.service still runs' <<<"$out"
run --service cups.service
check 'a second run succeeds' test "$status" -eq 0
check 'and tells that it still runs' grep -q '^note: cups.service still runs' <<<"$out"
check 'and masks nothing' test "$(calls '^systemctl mask' | wc -l)" -eq 1
unit mariadb.service ActiveState=active UnitFileState=enabled FragmentPath=/lib/systemd/system/mariadb.service
unit mysql.service ActiveState=active UnitFileState=alias FragmentPath=/lib/systemd/system/mariadb.service
echo mariadb.service >units/mysql.service/Id
run --service mysql
check 'of an alias the unit itself is masked' bash -c '[ "$1" = 0 ] && grep -qx "masked: mariadb.service" <<<"$2" && grep -qx masked units/mariadb.service/LoadState' _ "$status" "$out"
unit fleeting.service LoadState=masked ActiveState=inactive UnitFileState=masked-runtime FragmentPath=/run/systemd/system/fleeting.service
echo masked >units/fleeting.service/LoadState
run --service fleeting
check 'a mask until the next boot is made a lasting one' bash -c '[ "$1" = 0 ] && grep -qx "masked: fleeting.service" <<<"$2"' _ "$status" "$out"
on mask ':'
echo masked-runtime >units/fleeting.service/UnitFileState
run --service fleeting
check 'and is a failure where it stays' test "$status" -eq 1
on mask 'put LoadState masked; put UnitFileState masked'
on list-units 'case "$*" in *"--type=service -- pg@*"*) echo "pg@15-main.service loaded active running Cluster" ;; esac'
unit pg.service TriggeredBy='pg.socket' ActiveState=active UnitFileState=enabled FragmentPath=/lib/systemd/system/pg.service
run --service pg
check 'a socket that starts it is named' grep -qx 'note: pg.socket asks for it, and will fail' <<<"$out"
check 'an instance, which goes on, is named' grep -qx 'note: pg@15-main.service is a unit of its own, and not masked' <<<"$out"
: >"$STUB_LOG"
run --service own
check 'a unit in the place of the link is refused' test "$status" -eq 3
for name in dropbear ifup@eth0 wpa_supplicant@wlan0 dhcpcd sshd@1 wg-quick@wg0 openvpn@hq tailscaled snap.amazon-ssm-agent.amazon-ssm-agent amazon-ssm-agent teamd@team0 openvswitch-switch ovs-vswitchd; do
  unit "$name.service" ActiveState=active UnitFileState=enabled
  run --service "$name"
  check "what brings up the network stays: $name" test "$status" -eq 3
done
for name in multi-user.target sysinit.target getty@tty1.service; do
  unit "$name" ActiveState=active UnitFileState=static
  run --service "$name"
  check "what every boot needs stays: $name" test "$status:$(grep -c 'nobody can log in after the next boot' <<<"$err")" = 3:1
done
run --service sshd
check 'the way into the host is not cut' test "$status" -eq 3
unit openvpn-monitor.service ActiveState=active UnitFileState=enabled FragmentPath=/lib/systemd/system/openvpn-monitor.service
run --service openvpn-monitor --dry-run
check 'what only watches a VPN may go' test "$status" -eq 0
run --service pg@
check 'a template is refused, and why is told' test "$status:$(grep -c 'is a template: name an instance, such as pg@NAME.service' <<<"$err")" = 2:1
run --service nowhere
check 'a unit that does not exist is refused' test "$status" -eq 3
on mask 'put LoadState masked'
for state in activating inactive; do
  unit "$state.service" ActiveState=$state UnitFileState=enabled
  run --service $state
  check "a unit that is $state is masked" test "$status" -eq 0
  check "that it runs on is told when it does: $state" test "$(grep -c '^note: .* still runs' <<<"$out")" -eq "$([ $state = inactive ] && echo 0 || echo 1)"
done
: >"$STUB_LOG"
on show 'exit 1'
run --service cups
check 'a systemd that does not answer is told' bash -c '[ "$1" = 3 ] && grep -q "systemd does not answer" <<<"$2"' _ "$status" "$err"
rm on-show
unit cups.service LoadState=loaded
stub id <<<'echo 1000'
run --service cups
check 'without root it is refused' test "$status" -eq 3
check 'no refused run masked anything' test -z "$(calls '^systemctl mask')"
stub id <<<'echo 0'
on mask 'exit 1'
run --service cups
check 'a mask that fails is a failure' test "$status" -eq 1
check 'and is told as one' grep -q 'could not mask cups.service' <<<"$err"
on mask ':'
run --service cups
check 'one that does not take too' test "$status" -eq 1

run
check 'a service must be named' test "$status" -eq 2
run --service 'x; touch pwned'
check 'a hostile name is refused' test "$status" -eq 2
run --service '$(touch pwned)'
check 'a substitution is no name' test "$status" -eq 2
run --service --dry-run
check 'an option is no name' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
finish
