#!/usr/bin/env bash
# Tells the services whose error rate between two snapshots reaches a limit.
set -euo pipefail

if (($# != 3)) || [[ ! $3 =~ ^([0-9]+(\.[0-9]*)?|\.[0-9]+)$ ]]; then
  printf 'usage: %s BEFORE AFTER PERCENT\n' "${0##*/}" >&2
  exit 2
fi
for snapshot in "$1" "$2"; do
  if [[ ! -f $snapshot || ! -r $snapshot ]]; then
    printf 'error: cannot read %s\n' "$snapshot" >&2
    exit 2
  fi
done

# Standard input is the earlier snapshot, a line `=`, and the later one: so an empty file is no trouble.
told=$({ cat -- "$1"; printf '\n=\n'; cat -- "$2"; } | LC_ALL=C awk -v limit="$3" '
  # Reads the labels of the sample in $0 into label[]; returns what stands behind the closing brace.
  function labels(text,    name, value, letter, at) {
    split("", label)
    text = substr(text, index(text, "{") + 1)
    while (1) {
      sub(/^[ \t,]+/, "", text)
      if (substr(text, 1, 1) == "}" || text == "") return substr(text, 2)
      at = index(text, "=")
      if (!at) return ""
      name = substr(text, 1, at - 1)
      gsub(/[ \t]/, "", name)
      text = substr(text, at + 1)
      sub(/^[ \t]*"/, "", text)
      value = ""
      for (at = 1; at <= length(text); at++) {
        letter = substr(text, at, 1)
        if (letter == "\"") break
        if (letter == "\\") { at++; letter = letter substr(text, at, 1) }
        value = value letter
      }
      label[name] = value
      text = substr(text, at + 1)
    }
  }
  $0 == "=" { later = 1; next }
  !/^http_requests_total[ \t]*[{]/ { next }
  {
    behind = labels($0)
    series = substr($0, 1, length($0) - length(behind))
    split(behind, word, " ")
    value = word[1] + 0
    if (!later) { earlier[series] = value; next }
    if (!("service" in label)) next
    increase = (series in earlier) && value >= earlier[series] ? value - earlier[series] : value
    all[label["service"]] += increase
    if (label["code"] ~ /^5/) errors[label["service"]] += increase
  }
  END {
    for (service in all)
      if (all[service] > 0 && 100 * errors[service] >= limit * all[service])
        printf "%s\t%.1f\n", service, 100 * errors[service] / all[service]
  }' | LC_ALL=C sort -t $'\t' -k1,1 | awk -F '\t' '{ print $2, $1 }')
[[ -n $told ]] || exit 0
printf '%s\n' "$told"
exit 1
