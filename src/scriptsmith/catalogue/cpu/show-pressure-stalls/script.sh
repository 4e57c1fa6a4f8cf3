#!/usr/bin/env bash
# Show the pressure stall figures of CPU, memory and I/O, and name the resource that holds work up.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-pressure-stalls [--percent N] [--proc-root DIR]

Print for each resource the share of time in which some task waited for it, and in which all of
them did at once (full), over 10, 60 and 300 seconds. Unlike use, this tells what hurts: a CPU
that is full but makes nobody wait is well used. A resource is called short when the last 10
seconds are above the limit.

  --percent N      share of time above which a resource is called short, in percent (default 10)
  --proc-root DIR  where the process file system is mounted (default /proc)
  --help           show this text

Exit status: 0 done, 1 it failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'show-pressure-stalls: %s\n' "$2" >&2
  exit "$1"
}

percent=10 proc=/proc
while (($# > 0)); do
  case $1 in
    --percent | --proc-root)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --percent) percent=$2 ;;
        --proc-root) proc=$2 ;;
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

# whole VALUE MIN MAX: is it a whole number within these bounds?
whole() { [[ $1 =~ ^[0-9]{1,9}$ ]] && ((10#$1 >= $2 && 10#$1 <= $3)); }
percent=${percent%\%}
whole "$percent" 0 100 || die 2 "--percent takes a percentage from 0 to 100, not '$percent'"
percent=$((10#$percent))
[[ -d $proc/pressure ]] || die 3 "this kernel does not measure pressure (older than 4.20, or started with psi=0)"

printf '%-8s %-5s %8s %8s %8s\n' RESOURCE KIND '10 s' '60 s' '300 s'
short=() seen=0
for resource in cpu memory io irq; do
  file=$proc/pressure/$resource
  [[ -e $file ]] || continue
  # With psi=0 the files are there, but reading them fails.
  { text=$(<"$file"); } 2>/dev/null || die 3 "the kernel does not measure pressure now (started without psi=1?)"
  while read -r kind ten sixty more _; do
    [[ $kind == some || $kind == full ]] && [[ $ten =~ ^avg10=([0-9]+)\.([0-9]+)$ ]] || continue
    whole_part=${BASH_REMATCH[1]}
    seen=$((seen + 1))
    printf '%-8s %-5s %7s%% %7s%% %7s%%\n' "$resource" "$kind" "${ten#*=}" "${sixty#*=}" "${more#*=}"
    if ((10#$whole_part >= percent && 10#$whole_part > 0)) && [[ " ${short[*]-} " != *" $resource "* ]]; then
      short+=("$resource")
    fi
  done <<<"$text"
done
((seen > 0)) || die 1 "no figures in $proc/pressure"

if ((${#short[@]} == 0)); then
  printf 'OK: nothing is short by more than %d%% of the last 10 s\n' "$percent"
else
  printf 'SHORT: %s\n' "${short[*]}"
fi
