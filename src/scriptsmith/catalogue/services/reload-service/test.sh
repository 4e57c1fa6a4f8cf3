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

stub sleep </dev/null
unit nginx.service ActiveState=active CanReload=yes MainPID=100 NeedDaemonReload=no NRestarts=3
unit plain.service ActiveState=active CanReload=no MainPID=101
unit down.service ActiveState=inactive CanReload=yes MainPID=0
on reload ':'
run --service nginx --dry-run
check 'a dry run names the unit' grep -qx 'would reload: nginx.service (main process 100)' <<<"$out"
check 'a dry run reloads nothing' test -z "$(calls '^systemctl reload')"
run --service nginx
check 'it succeeds' test "$status" -eq 0
check 'it is reloaded' calls '^systemctl reload -- nginx.service$'
check 'it says so' grep -qx 'reloaded: nginx.service, still main process 100' <<<"$out"
check 'and that it may have kept the former configuration' grep -q '^note: whether it took the new configuration' <<<"$out"
on reload 'put MainPID 200'
run --service nginx
check 'a new main process is told' grep -q 'main process 100 became 200' <<<"$out"
on reload 'put MainPID 300; put NRestarts 4'
run --service nginx
check 'one that systemd had to start anew is a failure' test "$status:$(grep -c 'started it anew' <<<"$err")" = 1:1
on reload 'put ActiveState reloading'
run --service nginx
check 'so is one that has not done with it' test "$status:$(grep -c 'still reloads after 2 s' <<<"$err")" = 1:1
unit nginx.service ActiveState=active
on reload 'put ActiveState failed; put Result exit-code'
run --service nginx
check 'a service that goes down is a failure' test "$status" -eq 1
check 'with the reason' grep -q 'is failed after the reload: exit-code' <<<"$err"
unit nginx.service ActiveState=active
on reload 'exit 1'
run --service nginx
check 'a reload that fails is a failure' test "$status" -eq 1
unit ssh.service ActiveState=active CanReload=yes MainPID=5 NRestarts=0; unit sshd.service ActiveState=active CanReload=yes MainPID=5 NRestarts=0 Id=ssh.service
unit squid.service ActiveState=active CanReload=yes MainPID=6 NRestarts=0
on reload ':'
stub sshd <<<'echo "line 3: Bad configuration option: Prot" >&2; exit 255'
stub squid <<<'echo FATAL >&2; exit 1'
: >"$STUB_LOG"
for name in ssh sshd squid; do
  run --service "$name"
  check "$name is not reloaded with a configuration that it does not take" test "$status:$(grep -c "refused: ${name/ssh*/sshd} -. *[a-z ]*does not take the configuration" <<<"$err"):$(calls '^systemctl reload')" = 3:1:
done
stub sshd </dev/null; stub squid </dev/null
for name in ssh squid; do
  run --service "$name"
  check "with another one $name is" test "$status:$(calls "^systemctl reload -- $name.service$" | wc -l)" = 0:1
done
check 'sshd and squid only test it' test "$(calls '^(sshd|squid) ' | sort -u | tr '\n' ,)" = 'squid -k parse,sshd -t,'
unit web@a.service ActiveState=active MainPID=7
unit web@b.service ActiveState=inactive
unit web.service ActiveState=active CanReload=yes MainPID=0 PropagatesReloadTo='web@a.service web@b.service' NRestarts=0
on reload ':'
run --service web
check 'those that run and are reloaded with it are named' grep -qx 'with it: web@a.service' <<<"$out"
check 'a unit without a process is told to have none' grep -qx 'reloaded: web.service, which has no process of its own' <<<"$out"
on reload 'echo failed >units/web@a.service/ActiveState'
run --service web
check 'one of them that ends is a failure' test "$status:$(grep -c 'web@a.service, which is reloaded with web.service, is failed now' <<<"$err")" = 1:1
on reload 'exit 1'
unit nginx.service NeedDaemonReload=yes
run --service nginx --dry-run
check 'a changed unit file is pointed out' grep -q '^note: the unit file itself' <<<"$out"
: >"$STUB_LOG"
run --service plain
check 'a unit that cannot reload is refused' test "$status" -eq 3
run --service down
check 'one that is not running is refused' test "$status" -eq 3
run --service nowhere
check 'one that does not exist is refused' test "$status" -eq 3
stub id <<<'echo 1000'
run --service nginx
check 'without root it is refused' test "$status" -eq 3
check 'no refused run reloaded' test -z "$(calls '^systemctl reload')"

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
