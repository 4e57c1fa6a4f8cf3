#!/usr/bin/env bash
. "$HARNESS"
# with: limited_service=jenkins
# with: memory_megabytes=4096
# refused: memory_megabytes=much
# refused: memory_megabytes=0
# refused: limited_service=-x
# refused: limited_service=app.service
# refuses: no_service: There is no service
# refuses: starts_others: has no process that could be limited
# refuses: starts_others_and_is_stopped: has no process that could be limited
# refuses: holds_more: would be killed at once
# refuses: holds_more_in_swap: would be killed at once
# fails: later_drop_in: another drop-in
# fails: later_drop_in_for_swap: another drop-in

before() {
  # What is cached does not count: it can be taken back.
  stub sed <<'EOF'
case $* in *memory.stat*) echo 100000000 ;; *) exec /usr/bin/sed "$@" ;; esac
EOF
  { cat <<'EOF'; cat "$UNITS"; } | stub systemctl
case $* in
'show --property=LoadState,'*) printf 'LoadState=loaded\nSubState=running\nControlGroup=/system.slice/%s\nNeedDaemonReload=no\n' "$3"; exit ;;
'show --property=MemoryMax,MemorySwapMax '*)
  file=/etc/systemd/system/${3}.d/50-memory.conf
  echo "MemoryMax=$(($(sed -n 's/^MemoryMax=\([0-9]*\)M$/\1/p' "$file") * 1048576))"
  grep '^MemorySwapMax=' "$file"
  exit
  ;;
esac
EOF
  systemctl start "$limited_service"
}

no_service() { stub systemctl <<<'echo LoadState=not-found'; }

starts_others() { stub systemctl <<<'printf "LoadState=loaded\nSubState=exited\nControlGroup=\n"'; }

starts_others_and_is_stopped() {
  stub systemctl <<<'printf "Type=oneshot\nRemainAfterExit=yes\nLoadState=loaded\nSubState=dead\nControlGroup=\n"'
}

holds_more() {
  stub systemctl <<<'printf "LoadState=loaded\nSubState=running\nControlGroup=/system.slice/app.service\n"'
  stub sed <<'EOF'
[[ $* == *' /sys/fs/cgroup/system.slice/app.service/memory.stat '* ]] || exit 1
printf '4000000000\n4000000000\n'
EOF
}

holds_more_in_swap() {
  stub systemctl <<<'printf "LoadState=loaded\nSubState=running\nControlGroup=/system.slice/app.service\n"'
  stub sed <<'EOF'
[[ $* == *' /sys/fs/cgroup/system.slice/app.service/memory.swap.current '* ]] || exit 1
printf 'anon 2000000000\nfile 9000000000\nshmem 0\n3000000000\n' | /usr/bin/sed -nE "$2"
EOF
}

later_drop_in() { sed -i 's/echo "MemoryMax=.*/echo MemoryMax=infinity/' "$(type -P systemctl)"; }

later_drop_in_for_swap() { sed -i "s/grep '^MemorySwapMax='.*/echo MemorySwapMax=infinity/" "$(type -P systemctl)"; }

after() {
  file=/etc/systemd/system/$limited_service.service.d/50-memory.conf
  check 'the limit is set' grep -qx "MemoryMax=${memory_megabytes}M" "$file"
  check 'nor does it grow in swap' grep -qx 'MemorySwapMax=0' "$file"
  check 'systemd read it' calls daemon-reload
  check 'and was asked what holds' calls "^systemctl show --property=MemoryMax,MemorySwapMax $limited_service.service"
  check 'a dry run finds the service' ansible-playbook --check -i /work/inventory.ini /work/playbook/playbook.yml
  check 'the service goes on' test -z "$(calls '^systemctl (re)?start' | grep -v "^systemctl start $limited_service$")"
}
