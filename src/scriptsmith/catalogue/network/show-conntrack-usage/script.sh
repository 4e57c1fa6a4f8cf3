#!/usr/bin/env bash
# Show how full the connection tracking table is.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-conntrack-usage [--percent N] [--stat FILE]

Compare the number of connections that the packet filter tracks with the most that it may track. A
full table makes the kernel drop packets of new connections ("nf_conntrack: table full"), while
those that exist go on. What it dropped or threw out early since it started is told, too: a table
that is full at the peak has room now. Connections that clash on insertion (as two DNS queries of one
socket behind NAT do) are counted as dropped as well, and need no larger table. Other network
namespaces, as of containers and virtual routers, have tables of their own.

  --percent N  tell when more than this is used (default 80)
  --stat FILE  where the kernel counts what it dropped (default /proc/net/stat/nf_conntrack)
  --help       show this text

Exit status: 0 below the percentage, 1 above it, 2 wrong usage, 3 a precondition fails, such as a
kernel that tracks nothing.
EOF
}

die() {
  printf 'show-conntrack-usage: %s\n' "$2" >&2
  exit "$1"
}

percent=80 stat=/proc/net/stat/nf_conntrack
while (($# > 0)); do
  case $1 in
    --percent | --stat)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --percent) percent=$2 ;;
        --stat) stat=$2 ;;
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

{ [[ $percent =~ ^[0-9]{1,5}$ ]] && ((10#$percent >= 1 && 10#$percent <= 100)); } ||
  die 2 "--percent takes a whole number from 1 to 100, not '$percent'"
percent=$((10#$percent))
PATH=$PATH:/usr/sbin:/sbin # where an ordinary user of Debian does not look for it
command -v sysctl >/dev/null || die 3 "sysctl is not installed"
count=$(sysctl -n net.netfilter.nf_conntrack_count 2>/dev/null) || die 3 "no connection tracking is loaded here, so none can be full"
most=$(sysctl -n net.netfilter.nf_conntrack_max 2>/dev/null) || die 1 "the limit cannot be read"
[[ $count =~ ^[0-9]{1,12}$ && $most =~ ^[0-9]{1,12}$ ]] || die 1 "the kernel says '$count' of '$most'"
((most > 0)) || die 1 "the limit is $most"
buckets=$(sysctl -n net.netfilter.nf_conntrack_buckets 2>/dev/null) || buckets=''

printf 'tracked connections: %d of at most %d (%d%%)\n' "$count" "$most" "$((count * 100 / most))"
if [[ $buckets =~ ^[0-9]{1,12}$ ]] && ((buckets > 0)); then
  printf 'hash buckets: %d, %d connections for each\n' "$buckets" "$((count / buckets))"
fi
for key in nf_conntrack_tcp_timeout_established nf_conntrack_tcp_timeout_time_wait; do
  if value=$(sysctl -n "net.netfilter.$key" 2>/dev/null) && [[ $value =~ ^[0-9]{1,12}$ ]]; then
    printf '%s: %d s\n' "${key#nf_conntrack_}" "$value"
  fi
done
# One that was full at the peak has room now. What that cost is counted, a line for each CPU, in hexadecimal digits.
declare -A lost=()
title=()
while read -r -a words; do
  if ((${#title[@]} == 0)); then
    title=("${words[@]}")
    continue
  fi
  for i in "${!title[@]}"; do
    [[ ${words[i]:-} =~ ^[0-9a-f]{1,15}$ ]] || continue
    case ${title[i]} in drop | early_drop | insert_failed) lost[${title[i]}]=$((${lost[${title[i]}]:-0} + 16#${words[i]})) ;; esac
  done
done < <(cat -- "$stat" 2>/dev/null)
dropped=${lost[drop]:-0} early=${lost[early_drop]:-0} clashed=${lost[insert_failed]:-0}
if ((${#title[@]} == 0)); then
  printf 'note: %s cannot be read, so whether it has been full before is not known\n' "$stat" >&2
else
  printf 'since the start: %d dropped, %d thrown out early, %d not inserted for a clash\n' "$dropped" "$early" "$clashed"
fi
if ((count * 100 > most * percent)); then
  printf 'NEARLY FULL: more than %d%% is used; raise net.netfilter.nf_conntrack_max, or shorten the time-outs\n' "$percent"
  exit 1
fi
# A connection that is dropped for a clash counts in both.
if ((early > 0 || dropped > clashed)); then
  printf 'ROOM NOW, but it has been full before: not more than %d%% is used\n' "$percent"
elif ((dropped > 0)); then
  printf 'in order: not more than %d%% is used; the drops may all be clashes, not a full table (journalctl -k --grep "table full" tells)\n' "$percent"
else
  printf 'in order: not more than %d%% is used\n' "$percent"
fi
