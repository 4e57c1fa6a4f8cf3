#!/usr/bin/env bash
# Check the configuration and rule files of the Prometheus of this host, and have it read them
# anew.
#
# Undo: put the former files back and run this again; a configuration that is faulty is never
# taken.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: reload-prometheus-configuration [--url URL] [--timeout N] [--dry-run]

The file that the running server names as its own is checked by promtool first, with its rule
files; then it is told to reload: by its HTTP API, or by SIGHUP when that is off
(--web.enable-lifecycle). It is awaited that its own metrics say that the configuration was taken.

  --url URL    address of Prometheus on this host (default http://localhost:9090)
  --timeout N  how long to wait until it has reloaded, in seconds (default 60)
  --dry-run    say what would be done, change nothing
  --help       show this text

Exit status: 0 reloaded, 1 a file is faulty or Prometheus did not take it, 2 wrong usage, 3 a
precondition fails.
EOF
}

die() {
  printf 'reload-prometheus-configuration: %s\n' "$2" >&2
  exit "$1"
}

url=http://localhost:9090 timeout=60 dry_run=false
while (($# > 0)); do
  case $1 in
    --url | --timeout)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --url) url=$2 ;;
        --timeout) timeout=$2 ;;
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
  die 2 "--url takes an address of this host, such as http://localhost:9090, not '$url'"
url=${url%/}
[[ $timeout =~ ^0*[1-9][0-9]{0,3}$ ]] || die 2 "--timeout takes a whole number of seconds above 0, not '$timeout'"
timeout=$((10#$timeout))
for tool in curl sed jq promtool pgrep readlink; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
get() { # PATH: what the server answers; a name and password come from ~/.netrc
  curl --silent --show-error --fail --netrc-optional --globoff --max-time 60 --url "$url$1"
}
metric() { # NAME: the value of a metric that has no labels
  get /metrics | sed -n "s/^$1 //p"
}

flags=$(get /api/v1/status/flags) || die 3 "no answer from Prometheus at $url"
file=$(jq -er '.data["config.file"]' <<<"$flags") || die 3 "what answers at $url is no Prometheus"
lifecycle=$(jq -r '.data["web.enable-lifecycle"]' <<<"$flags")
pids=$(pgrep -x prometheus) || die 3 "no process prometheus on this host (in a container it is reloaded from there)"
[[ $pids != *$'\n'* ]] || die 3 "several servers run on this host: $(tr '\n' ' ' <<<"$pids")"
[[ -e /proc/$pids/root/. ]] || die 3 "which files process $pids reads cannot be seen (run as its owner or as root)"
if [[ $file != /* ]]; then
  place=$(readlink "/proc/$pids/cwd") || die 3 "the directory of process $pids cannot be seen (run as its owner or as root)"
  file=$place/$file
fi
[[ -f $file && -r $file ]] || die 3 "no readable file: $file"
# Of a container's process the path means a file in there.
[[ /proc/$pids/root$file -ef $file ]] || die 3 "process $pids is in a container and reads another $file: reload it from there"
stamp() { metric prometheus_config_last_reload_success_timestamp_seconds; }
before=$(stamp) || die 3 "no metrics from Prometheus at $url"
[[ -n $before ]] || die 3 "Prometheus at $url does not tell when it read its configuration"
good_before=$(metric prometheus_config_last_reload_successful) || die 3 "no metrics from Prometheus at $url"

checked=$(promtool check config "$file" 2>&1 </dev/null) || {
  printf '%s\n' "$checked" >&2
  die 1 "a file is faulty, and nothing was reloaded: $file"
}
printf '%s\nchecked: %s and its rule files\n' "$checked" "$file"
if $dry_run; then
  printf 'would reload: Prometheus at %s (process %s)\n' "$url" "$pids"
  exit 0
fi
if [[ $lifecycle == true ]]; then
  answer=$(curl --silent --show-error --fail --netrc-optional --max-time "$timeout" --request POST --url "$url/-/reload" 2>&1) ||
    die 1 "Prometheus did not take the configuration: $answer"
else
  kill -HUP "$pids" || die 3 "process $pids cannot be signalled (run as its owner or as root)"
fi
for ((waited = 0; waited < timeout; waited++)); do
  after=$(stamp) || die 1 "Prometheus does not answer after the reload"
  if [[ $after != "$before" ]]; then
    printf 'reloaded: Prometheus at %s reads %s\n' "$url" "$file"
    exit 0
  fi
  # After a reload that failed before, it says so until the present one has succeeded.
  good=$(metric prometheus_config_last_reload_successful) || die 1 "Prometheus does not answer after the reload"
  [[ $good == 1 || $good_before == 0 ]] || die 1 "Prometheus did not take the configuration and goes on with the former one; see its log"
  sleep 1
done
die 1 "Prometheus has not taken the configuration after $timeout s; see its log"
