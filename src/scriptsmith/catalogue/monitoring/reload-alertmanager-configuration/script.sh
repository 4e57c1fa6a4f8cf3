#!/usr/bin/env bash
# Check the configuration file of the Alertmanager of this host, and have it read anew.
#
# Undo: put the former file back and run this again; a configuration that is faulty is never
# taken.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: reload-alertmanager-configuration [--config-file FILE] [--url URL] [--dry-run]

The file is checked by amtool first, with its templates; then Alertmanager on this host is told to
reload, and it is awaited that its own metrics say so. Without --config-file the file is the one
that the running process was started with; Alertmanager reads no other.

  --config-file FILE  the configuration file (default: that of the running process)
  --url URL           address of Alertmanager on this host (default http://localhost:9093)
  --dry-run           say what would be done, change nothing
  --help              show this text

Exit status: 0 reloaded, 1 the file is faulty or Alertmanager did not take it, 2 wrong usage, 3 a
precondition fails.
EOF
}

die() {
  printf 'reload-alertmanager-configuration: %s\n' "$2" >&2
  exit "$1"
}

config_file='' url=http://localhost:9093 dry_run=false
while (($# > 0)); do
  case $1 in
    --config-file | --url)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --config-file) config_file=$2 ;;
        --url) url=$2 ;;
      esac
      shift 2
      ;;
    --dry-run)
      dry_run=true
      shift
      ;;
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

[[ $url =~ ^https?://(localhost|127\.0\.0\.1|\[::1\])(:[0-9]{1,5})?(/[A-Za-z0-9._~/-]*)?$ ]] ||
  die 2 "--url takes an address of this host, such as http://localhost:9093, not '$url'"
url=${url%/}
for tool in curl sed amtool pgrep readlink; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
get() { # PATH: what the server answers; a name and password come from ~/.netrc
  curl --silent --show-error --fail --netrc-optional --globoff --max-time 60 --url "$url$1"
}
metric() { # NAME: the value of a metric that has no labels
  get /metrics | sed -n "s/^$1 //p"
}

# A process's name has 15 characters at most; Debian calls it prometheus-alertmanager.
pids=$(pgrep -x 'alertmanager|prometheus-aler') || die 3 "no Alertmanager runs on this host"
[[ $pids != *$'\n'* ]] || die 3 "several Alertmanagers run on this host: $(tr '\n' ' ' <<<"$pids")"
running='' follows=false
while IFS= read -r -d '' word; do
  if $follows; then running=$word follows=false; fi
  case $word in
    --config.file=*) running=${word#*=} ;;
    --config.file) follows=true ;;
  esac
done <"/proc/$pids/cmdline" || die 3 "the command line of process $pids cannot be read"
# Without the option it is alertmanager.yml where the process was started; Debian's program has another default.
if [[ -z $running ]]; then
  running=alertmanager.yml
  [[ $(<"/proc/$pids/comm") != prometheus-aler* ]] || running=/etc/prometheus/alertmanager.yml
fi
if [[ $running != /* ]]; then
  cwd=$(readlink "/proc/$pids/cwd") || die 3 "cannot see where process $pids was started (run as root)"
  running=$cwd/$running
fi
[[ -z $config_file || $(readlink -f -- "$config_file") == "$(readlink -f -- "$running")" ]] ||
  die 3 "refused: process $pids reads $running, not $config_file"
[[ -f $running && -r $running ]] || die 3 "no readable file: $running"
[[ -e /proc/$pids/root/. ]] || die 3 "which file process $pids reads cannot be seen (run as its owner or as root)"
# Of a container's process the path means a file in there.
[[ /proc/$pids/root$running -ef $running ]] || die 3 "process $pids is in a container and reads another $running: reload it from there"

before=$(metric alertmanager_config_last_reload_success_timestamp_seconds) || die 3 "no answer from Alertmanager at $url"
[[ -n $before ]] || die 3 "what answers at $url is no Alertmanager"
checked=$(amtool check-config "$running" 2>&1 </dev/null) || {
  printf '%s\n' "$checked" >&2
  die 1 "the file is faulty, and nothing was reloaded: $running"
}
printf 'checked: %s\n' "$running"
if $dry_run; then
  printf 'would reload: Alertmanager at %s (process %s)\n' "$url" "$pids"
  exit 0
fi
answer=$(curl --silent --show-error --fail --netrc-optional --max-time 60 --request POST --url "$url/-/reload" 2>&1) ||
  die 1 "Alertmanager did not take the configuration: $answer"
after=$(metric alertmanager_config_last_reload_success_timestamp_seconds) || die 1 "Alertmanager does not answer after the reload"
good=$(metric alertmanager_config_last_reload_successful) || die 1 "Alertmanager does not answer after the reload"
[[ $good == 1 && $after != "$before" ]] || die 1 "Alertmanager goes on with its former configuration; see its log"
printf 'reloaded: Alertmanager at %s reads %s\n' "$url" "$running"
