#!/usr/bin/env bash
. "$HARNESS"
use prometheus

file=/etc/prometheus/alertmanager.yml
routes() { curl -s http://127.0.0.1:9093/api/v2/status | jq -r .config.original; }
echo 'receivers: [{name: team}, {name: night}]
route: {receiver: night}' >$file
run --dry-run
check 'a dry run checks the file of the process' test "$status:$(grep -c "^checked: $file" <<<"$out")" = 0:1
check 'and reloads nothing' test -z "$(grep night <<<"$(routes)")"
run
check 'it succeeds' test "$status" -eq 0
check 'the new receiver is there' grep -q night <<<"$(routes)"
run --config-file $file
check 'a second run is harmless' test "$status" -eq 0
echo 'route: {receiver: nobody}' >$file
run
check 'a faulty file is a failure' test "$status" -eq 1
check 'and not loaded' grep -q night <<<"$(routes)"
echo 'route: {receiver: team}
receivers: [{name: team}]' >/tmp/other.yml
run --config-file /tmp/other.yml
check 'a file that it does not read is refused' test "$status" -eq 3
run --url http://127.0.0.1:9090
check 'Prometheus is no Alertmanager' test "$status" -eq 3
pkill -f config.file=/etc/prometheus/alertmanager.yml
gone() { ! pgrep -f config.file=/etc/prometheus/alertmanager.yml; }
await gone
run
check 'one that does not run is refused' test "$status" -eq 3
echo 'receivers: [{name: team}]
route: {receiver: team}' | tee $file >/tmp/inside.yml
(cd /tmp && exec prometheus-alertmanager --storage.path=/var/lib/alertmanager --web.listen-address=127.0.0.1:9093 --cluster.listen-address= >/dev/null 2>&1) &
await curl -sf http://127.0.0.1:9093/-/ready
run
check 'without the option the file is that of Debian' test "$status:$(grep -c "^checked: $file$" <<<"$out")" = 0:1
kill "$(pgrep -x prometheus-aler)"
gone() { ! pgrep -x prometheus-aler; }
await gone
unshare --mount bash -c 'mount --bind /tmp/inside.yml /etc/prometheus/alertmanager.yml && exec prometheus-alertmanager --config.file=/etc/prometheus/alertmanager.yml \
  --storage.path=/var/lib/alertmanager --web.listen-address=127.0.0.1:9093 --cluster.listen-address=' >/var/log/alertmanager.log 2>&1 &
await curl -sf http://127.0.0.1:9093/-/ready
run
check 'one in a container, whose file is another, is refused' test "$status" -eq 3 -a -n "$(grep 'is in a container' <<<"$err")"
useradd guest
su guest -s /bin/bash -c "bash $SCRIPT --dry-run" 2>.err >.out; status=$?
check 'who cannot see whether it is in a container is refused' test "$status:$(grep -c 'cannot be seen' .err)" = 3:1
finish
