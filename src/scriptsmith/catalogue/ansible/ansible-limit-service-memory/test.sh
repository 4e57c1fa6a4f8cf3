#!/usr/bin/env bash
. "$HARNESS"
# with: limited_service=jenkins
# with: memory_megabytes=4096
# refused: memory_megabytes=much
# refused: memory_megabytes=0
# refused: limited_service=-x
# refused: limited_service=app.service
# refuses: no_service: There is no service
# fails: later_drop_in: another drop-in

before() {
  { cat <<'EOF'; cat "$UNITS"; } | stub systemctl
case $* in
'show --property=MemoryMax '*)
  file=/etc/systemd/system/${3}.d/50-memory.conf
  echo "MemoryMax=$(($(sed -n 's/^MemoryMax=\([0-9]*\)M$/\1/p' "$file") * 1048576))"
  exit
  ;;
esac
EOF
  systemctl start "$limited_service"
}

no_service() { stub systemctl <<<'echo LoadState=not-found'; }

later_drop_in() { sed -i 's/echo "MemoryMax=.*/echo MemoryMax=infinity/' "$(type -P systemctl)"; }

after() {
  file=/etc/systemd/system/$limited_service.service.d/50-memory.conf
  check 'the limit is set' grep -qx "MemoryMax=${memory_megabytes}M" "$file"
  check 'systemd read it' calls daemon-reload
  check 'and was asked what holds' calls "^systemctl show --property=MemoryMax $limited_service.service"
  check 'the service goes on' test -z "$(calls '^systemctl (re)?start' | grep -v "^systemctl start $limited_service$")"
}
