#!/usr/bin/env bash
. "$HARNESS"
# with: log_host=192.0.2.14
# with: log_port=1514
# refused: log_port=99999
# refused: log_host=a b

before() {
  stub systemctl <"$UNITS"
  stub rsyslogd <<<'[[ $* == -N1 ]] && grep -q omfwd /etc/rsyslog.d/60-forward.conf'
  systemctl start rsyslog
  mkdir -p /etc/rsyslog.d
  # shellcheck disable=SC2016
  echo '$IncludeConfig /etc/rsyslog.d/*.conf' >/etc/rsyslog.conf
}

after() {
  file=/etc/rsyslog.d/60-forward.conf
  check 'it goes to the host and port' grep -q "target=\"$log_host\" port=\"$log_port\" protocol=\"tcp\"" "$file"
  check 'nothing is lost while the host is away' grep -q 'action.resumeRetryCount="-1"' "$file"
  check 'nor does the disk fill up' grep -q 'queue.maxDiskSpace="1g"' "$file"
  check 'the configuration was tested' calls '^rsyslogd -N1'
  check 'rsyslog knows' calls '^systemctl restart rsyslog'
}
