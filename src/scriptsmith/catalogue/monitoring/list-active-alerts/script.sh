#!/usr/bin/env bash
# List the alerts that Alertmanager holds now, the worst and oldest first.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: list-active-alerts [--severity NAME] [--limit N] [--url URL]

Each alert is listed with its severity, since when it fires, its name and its labels; critical
ones come first. Alerts that somebody has silenced, or that another alert inhibits, notify nobody
and are marked. With --severity it is told how many fire with others. Only what has reached this
Alertmanager is seen.

  --severity NAME  only alerts with this value of the label severity, or all (default all)
  --limit N        how many alerts to list (default 50)
  --url URL        address of Alertmanager (default http://localhost:9093)
  --help           show this text

Exit status: 0 done (whether or not there are any), 1 failed, 2 wrong usage, 3 a precondition
fails.
EOF
}

die() {
  printf 'list-active-alerts: %s\n' "$2" >&2
  exit "$1"
}

severity=all limit=50 url=http://localhost:9093
while (($# > 0)); do
  case $1 in
    --severity | --limit | --url)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --severity) severity=$2 ;;
        --limit) limit=$2 ;;
        --url) url=$2 ;;
      esac
      shift 2
      ;;
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

[[ $severity =~ ^[A-Za-z0-9_.-]{1,60}$ ]] || die 2 "--severity takes a value of the label severity, or all, not '$severity'"
[[ $limit =~ ^0*[1-9][0-9]{0,4}$ ]] || die 2 "--limit takes a whole number above 0, not '$limit'"
limit=$((10#$limit))
[[ $url =~ ^https?://[A-Za-z0-9._-]+(:[0-9]{1,5})?(/[A-Za-z0-9._~/-]*)?$ || $url =~ ^https?://\[[0-9A-Fa-f:.]+\](:[0-9]{1,5})?/?$ ]] ||
  die 2 "--url takes an address such as http://localhost:9093 without a password, not '$url'"
for tool in amtool jq timeout; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
am() { timeout 60 amtool --alertmanager.url="$url" --output=json "$@" </dev/null; }

alerts=$(am alert query --active --silenced --inhibited --unprocessed) || die 3 "Alertmanager at $url does not tell its alerts"
listed=$(jq -r --arg severity "$severity" 'map(select($severity == "all" or .labels.severity == $severity))
  | sort_by(((.labels.severity // "" | ascii_downcase) as $it | ["critical", "page", "error", "warning"] | index($it) // 9), .startsAt) | .[]
  | [.labels.severity // "none", (.startsAt | sub("\\.[0-9]+"; "")),
     (if (.status.silencedBy | length) > 0 then "silenced" elif (.status.inhibitedBy | length) > 0 then "inhibited" else "active" end), .labels.alertname // "-",
     (.labels | del(.alertname, .severity) | to_entries | map("\(.key)=\(.value)") | join(" "))] | map(gsub("[[:cntrl:]]"; "?")) | join("\t")' <<<"$alerts") ||
  die 1 "what amtool says of the alerts is not understood"

total=0 quiet=0 with=''
while IFS=$'\t' read -r level since state name labels; do
  if [[ -z $level ]]; then continue; fi
  total=$((total + 1))
  [[ $state == active ]] || quiet=$((quiet + 1))
  ((total <= limit)) || continue
  printf '%-10s %s  %-9s  %s  %s\n' "$level" "$since" "$state" "$name" "$labels"
done <<<"$listed"
[[ $severity == all ]] || with="with severity $severity (and $(jq --argjson listed "$total" 'length - $listed' <<<"$alerts") with others) "
printf '%d alerts %sfire, %d of them notify nobody (silenced or inhibited)\n' "$total" "$with" "$quiet"
((total > 0)) || printf 'note: a Prometheus that is down, or does not reach this Alertmanager, sends none\n'
