#!/usr/bin/env bash
# Silence one alert in Alertmanager for some time, so that nobody is notified of it.
#
# Undo: amtool silence expire ID, with the ID that it prints.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: silence-alert --alertname NAME --duration N [--instance HOST] [--matcher MATCHER]
       [--comment TEXT] [--url URL] [--dry-run]

Alerts of this name, on whatever host, or only those that --instance and --matcher fit too, notify
nobody for the time given; they go on firing. Those that match now are listed first. When a silence with the same
matchers holds for as long already, none is added. A name and password for Alertmanager come from
the HTTP configuration of amtool.

  --alertname NAME   name of the alert
  --duration N       how long, in minutes
  --instance HOST    host whose alerts are meant, as their label instance has it, with or without
                     domain and port
  --matcher MATCHER  another label that must fit, such as instance="db1:9100" or
                     severity=~"warn.*"
  --comment TEXT     why, for those who see the silence (default silenced during an incident)
  --url URL          address of Alertmanager (default http://localhost:9093)
  --dry-run          say what would be done, change nothing
  --help             show this text

Exit status: 0 silenced, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'silence-alert: %s\n' "$2" >&2
  exit "$1"
}

alertname='' duration='' instance='' matcher='' comment='silenced during an incident' url=http://localhost:9093 dry_run=false
while (($# > 0)); do
  case $1 in
    --alertname | --duration | --instance | --matcher | --comment | --url)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --alertname) alertname=$2 ;;
        --duration) duration=$2 ;;
        --instance) instance=$2 ;;
        --matcher) matcher=$2 ;;
        --comment) comment=$2 ;;
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

[[ -n $alertname ]] || die 2 "--alertname is required (see --help)"
[[ -n $duration ]] || die 2 "--duration is required (see --help)"
[[ $alertname =~ ^[A-Za-z0-9_:.-]{1,200}$ && $alertname != -* ]] || die 2 "--alertname takes the name of an alert, not '$alertname'"
[[ $duration =~ ^0*[1-9][0-9]{0,5}$ ]] || die 2 "--duration takes a whole number of minutes above 0, not '$duration'"
duration=$((10#$duration))
((duration <= 43200)) || die 2 "--duration of $duration minutes is more than 30 days"
[[ -z $instance || $instance =~ ^[A-Za-z0-9_]([A-Za-z0-9_.-]*[A-Za-z0-9])?(:[0-9]{1,5})?$ ]] || die 2 "--instance takes HOST or HOST:PORT, not '$instance'"
form='^([A-Za-z_][A-Za-z0-9_]*)(=|!=|=~|!~)("([^"\]+)"|([^=~"\][^"\]*))$'
[[ -z $matcher || $matcher =~ $form ]] || die 2 "--matcher takes LABEL=VALUE, or !=, =~, !~, without backslashes, not '$matcher'"
label='' operator='=' value=''
if [[ -n $matcher ]]; then label=${BASH_REMATCH[1]} operator=${BASH_REMATCH[2]} value=${BASH_REMATCH[4]}${BASH_REMATCH[5]}; fi
[[ -n $comment ]] || die 2 "--comment must not be empty"
[[ $matcher$comment != *[[:cntrl:]]* ]] || die 2 "--matcher and --comment take a single line"
[[ $url =~ ^https?://[A-Za-z0-9._-]+(:[0-9]{1,5})?(/[A-Za-z0-9._~/-]*)?$ || $url =~ ^https?://\[[0-9A-Fa-f:.]+\](:[0-9]{1,5})?/?$ ]] ||
  die 2 "--url takes an address such as http://localhost:9093 without a password, not '$url'"
for tool in amtool jq timeout; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
am() { timeout 60 amtool --alertmanager.url="$url" --output=json "$@" </dev/null; }
matchers=("alertname=$alertname")
host=''
if [[ -n $instance ]]; then
  # db1 is db1:9100 and db1.example.org:9100, too.
  host=${instance%:*}
  host="${host//./[.]}([.][^:]+)?$(if [[ $instance == *:* ]]; then printf ':%s' "${instance##*:}"; else printf '(:[0-9]+)?'; fi)"
  matchers+=("instance=~\"$host\"")
fi
[[ -z $matcher ]] || matchers+=("$label$operator\"$value\"")

alerts=$(am alert query --active --silenced --inhibited --unprocessed "${matchers[@]}") || die 3 "Alertmanager at $url does not tell its alerts (matcher '$matcher')"
count=$(jq length <<<"$alerts") || die 1 "what amtool says of the alerts is not understood"
jq -r '.[] | "matches: \(.labels | to_entries | map("\(.key)=\(.value)") | join(" "))"' <<<"$alerts" | tr -cd '[:print:]\n'
[[ -n $instance$matcher ]] || printf 'note: without a host or a matcher this is for all alerts of the name, on every host, and for those that come\n'
((count > 0)) || printf 'warning: no alert matches now; the silence holds for those that come\n' >&2

held() { # MINUTES: the id of an active silence with exactly these matchers that holds for so long yet
  local all
  all=$(am silence query "alertname=$alertname") || return 1
  jq -r --argjson least "$1" --arg name "$alertname" --arg host "$host" --arg key "$label" --arg operator "$operator" --arg value "$value" '
    ([{name: "alertname", value: $name, operator: "="}] + if $host == "" then [] else [{name: "instance", value: $host, operator: "=~"}] end
      + if $key == "" then [] else [{name: $key, value: $value, operator: $operator}] end | sort) as $wanted
    | [.[] | select(.status.state == "active" and (.endsAt | sub("\\.[0-9]+"; "") | fromdate) - now >= $least * 60
      and ([.matchers[] | {name, value, operator: ((if .isEqual == false then "!" else "=" end) + (if .isRegex then "~" elif .isEqual == false then "=" else "" end))}] | sort) == $wanted)]
    | max_by(.endsAt) | .id // empty' <<<"$all"
}
id=$(held $((duration - 1))) || die 3 "Alertmanager at $url does not tell its silences"
if [[ -n $id ]]; then
  printf 'nothing to change: silence %s holds for as long already\n' "$id"
  exit 0
fi
if $dry_run; then
  printf 'would silence: %s for %d minutes (%d alerts match now)\n' "${matchers[*]}" "$duration" "$count"
  exit 0
fi
am silence add --author="${SUDO_USER:-${USER:-$(id -un)}}" --comment="$comment" --duration="${duration}m" "${matchers[@]}" >/dev/null ||
  die 1 "Alertmanager did not take the silence"
id=$(held $((duration - 1))) || die 1 "Alertmanager does not tell its silences any more"
[[ -n $id ]] || die 1 "Alertmanager took the silence, and does not hold it"
printf 'silenced: %s for %d minutes (%d alerts match now)\nundo: amtool silence expire --alertmanager.url=%s %s\n' "${matchers[*]}" "$duration" "$count" "$url" "$id"
