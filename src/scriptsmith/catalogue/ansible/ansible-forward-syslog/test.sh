#!/usr/bin/env bash
. "$HARNESS"
# with: log_host=192.0.2.14
# with: log_port=1514
# refused: log_port=99999
# refused: log_host=a b
# refuses: not_found: is not found
# refuses: itself: or is this machine itself
# refuses: itself_by_the_hosts_file: or is this machine itself
# fails: not_connected: rsyslog has no connection to
# fails: connected_elsewhere: rsyslog has no connection to
# refuses: forwards_elsewhere: forwards to another host already
# refuses: forwards_elsewhere_too: forwards to another host already
# refuses: forwards_elsewhere_in_the_old_way: forwards to another host already
# refuses: folder_not_included: does not include
# refuses: one_file_included: does not include
# refuses: broken_by_the_rule: and it is taken back: a mistake in 60-forward.conf
# refuses: restart_fails: and it is taken back
# refuses: broken_before: cannot be read

before() {
  stub systemctl <"$UNITS"
  stub rsyslogd <<<'[[ $* == -N1 ]] && [[ -r /etc/rsyslog.conf ]]'
  systemctl start rsyslog
  stub getent <<<'printf "%s\n" "192.0.2.14     STREAM it" "192.0.2.14     DGRAM"'
  stub hostname <<<'echo "192.0.2.1 2001:db8::1 "'
  stub logger <<<''
  # shellcheck disable=SC2016
  stub ss <<<'port=${!#} && port=${port#*:} && echo "0 0 192.0.2.1:40000 192.0.2.14:${port%% *} users:((\"rsyslogd\",pid=7,fd=8))"'
  mkdir -p /etc/rsyslog.d
  # shellcheck disable=SC2016
  echo '$IncludeConfig /etc/rsyslog.d/*.conf' >/etc/rsyslog.conf
}

not_found() { stub getent <<<'exit 2'; }
itself() { stub hostname <<<'echo "192.0.2.14 2001:db8::1 "'; }
itself_by_the_hosts_file() { stub getent <<<'echo "127.0.1.1     STREAM it"'; }
not_connected() { sed -i 's/rsyslogd/other/' "$(type -P ss)"; }
connected_elsewhere() { sed -i 's/192.0.2.14/192.0.2.140/' "$(type -P ss)"; }

forwards_elsewhere() { echo '*.* action(type="omfwd" target="other.example.org" port="514")' >/etc/rsyslog.d/60-forward.conf; }

forwards_elsewhere_too() {
  forwards_elsewhere
  echo "*.* action(type=\"omfwd\" target=\"$log_host\" port=\"514\")" >>/etc/rsyslog.d/60-forward.conf
}

forwards_elsewhere_in_the_old_way() { echo '*.* @@other.example.org:514' >/etc/rsyslog.d/60-forward.conf; }

folder_not_included() { sed -i 's/^/#/' /etc/rsyslog.conf; }

one_file_included() { sed -i 's/\*/50-default/' /etc/rsyslog.conf; }

broken_before() { stub rsyslogd <<<'echo "the configuration cannot be read" >&2; exit 1'; }

broken_by_the_rule() {
  stub rsyslogd <<<'[[ ! -e /etc/rsyslog.d/60-forward.conf ]] || { echo "a mistake in 60-forward.conf" >&2; exit 1; }'
}

restart_fails() {
  # shellcheck disable=SC2016
  { echo '[[ $1 != restart ]] || exit 1'; cat "$UNITS"; } | stub systemctl
}

after() {
  file=/etc/rsyslog.d/60-forward.conf
  check 'it goes to the host and port' grep -q "target=\"$log_host\" port=\"$log_port\" protocol=\"tcp\"" "$file"
  check 'nothing is lost while the host is away' grep -q 'action.resumeRetryCount="-1"' "$file"
  check 'nor does the disk fill up' grep -q 'queue.maxDiskSpace="1g"' "$file"
  check 'the configuration was tested' calls '^rsyslogd -N1'
  check 'rsyslog knows' calls '^systemctl restart rsyslog'
  check 'it is started at boot' systemctl is-enabled rsyslog
  check 'it got something to send' calls '^logger '
}
