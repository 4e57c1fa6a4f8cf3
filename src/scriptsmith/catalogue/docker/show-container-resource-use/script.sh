#!/usr/bin/env bash
# Show the CPU, memory, processes and traffic of each running docker container, the hungriest first.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-container-resource-use [--sort memory|cpu]

Measure the running containers once, which takes about two seconds: CPU in percent of one
processor, memory with its limit (the memory of the host where there is none) and share of it,
number of processes, network and disk traffic since the start. Above 90 percent of its memory
limit a container is marked.

  --sort memory|cpu  what to sort by (default memory)
  --help             show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'show-container-resource-use: %s\n' "$2" >&2
  exit "$1"
}

sort=memory
while (($# > 0)); do
  case $1 in
    --sort)
      (($# >= 2)) || die 2 "$1 needs a value"
      sort=$2
      shift 2
      ;;
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

case $sort in
  memory | cpu) ;;
  *) die 2 "--sort takes memory, cpu, not '$sort'" ;;
esac
command -v docker >/dev/null || die 3 "docker is not installed"
command -v timeout >/dev/null || die 3 "timeout is not installed"

d() { # ARG...: docker, giving up on a daemon that does not answer
  timeout 60 docker "$@" </dev/null
}

list=$(d stats --no-stream --no-trunc --format '{{.Name}}|{{.CPUPerc}}|{{.MemUsage}}|{{.MemPerc}}|{{.PIDs}}|{{.NetIO}}|{{.BlockIO}}') ||
  die 3 "docker does not answer (does the daemon run, and may you talk to it?)"
# In a locale that writes 1,9 mawk reads 1.9 as 1.
sorted=$(LC_ALL=C awk -F'|' -v sort="$sort" '
  function bytes(text,  n) {
    n = text + 0
    if (text ~ /TiB/) return n * 1099511627776
    if (text ~ /GiB/) return n * 1073741824
    if (text ~ /MiB/) return n * 1048576
    if (text ~ /KiB/) return n * 1024
    return n
  }
  NF >= 7 {
    split($3, part, " / ")
    printf "%.0f|%s\n", (sort == "cpu" ? $2 * 100 : bytes(part[1])), $0
  }' <<<"$list" | sort -t'|' -k1,1nr)
if [[ -z $sorted ]]; then
  printf '0 containers run\n'
  exit 0
fi
count=0
while IFS='|' read -r _ name cpu memory share pids net disk; do
  count=$((count + 1))
  mark=''
  whole=${share%%[.%]*}
  [[ ! $whole =~ ^[0-9]+$ ]] || ((whole < 90)) || mark='  NEAR ITS LIMIT'
  line="$name: cpu $cpu, memory $memory ($share), $pids processes, network $net, disk $disk$mark"
  printf '%s\n' "${line//[[:cntrl:]]/?}"
done <<<"$sorted"
printf '%d containers run\n' "$count"
