#!/usr/bin/env bash
# Show the processes, or the commands, that hold the most physical memory, biggest first.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-top-memory-processes [--limit N] [--by process|command]

Show the N (default 10) processes with the most resident memory (RSS), in MiB and as a share of the
memory of the host. With --by command the processes of one command are added up, which shows an
application that runs as many small workers. Memory that processes share is counted in each of them,
so sums can exceed what is really used; what the machine has in use, and what of it no process may
hold, is told below the list. In a container only its own processes are seen.

  --limit N   how many lines to show, 1 to 1000
  --by WHAT   process (default) or command
  --help      show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'show-top-memory-processes: %s\n' "$2" >&2
  exit "$1"
}

limit=10 by=process
while (($# > 0)); do
  case $1 in
    --limit | --by)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --limit) limit=$2 ;;
        --by) by=$2 ;;
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

whole() { [[ $1 =~ ^[0-9]{1,9}$ ]] && ((10#$1 >= $2 && 10#$1 <= $3)); }

whole "$limit" 1 1000 || die 2 "--limit takes a whole number from 1 to 1000, not '$limit'"
limit=$((10#$limit))
[[ $by == process || $by == command ]] || die 2 "--by takes process or command, not '$by'"
for tool in ps sort awk; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done

# There always is a process 1: where it is not shown, or not for reading, those of other users are hidden, too.
[[ -r /proc/1/stat ]] || die 3 "this host hides the processes of other users (hidepid): run as root"
# ps itself replaces control characters, so every process is one line. Kernel threads hold nothing.
if [[ $by == process ]]; then
  listing=$(ps -e -ww -o pid= -o user:32= -o rss= -o pmem= -o args=) || die 1 "ps could not list the processes"
  printf '%8s  %-16s %10s %6s  %s\n' PID USER 'RSS MiB' MEM% COMMAND
  printf '%s\n' "$listing" | awk '$3 > 0' | sort -k3,3nr -k1,1n | awk -v count="$limit" '
    { sum += $3 }
    NR <= count {
      command = $0
      sub(/^[ \t]*[^ \t]+[ \t]+[^ \t]+[ \t]+[^ \t]+[ \t]+[^ \t]+[ \t]+/, "", command)
      printf "%8s  %-16s %10.1f %6s  %s\n", $1, $2, $3 / 1024, $4, substr(command, 1, 120)
    }
    END { if (NR == 0) print "no process with resident memory is visible"; else printf "%d processes together: %.0f MiB\n", NR, sum / 1024 }'
else
  listing=$(ps -e -o rss= -o pmem= -o comm=) || die 1 "ps could not list the processes"
  printf '%10s %6s %9s  %s\n' 'RSS MiB' MEM% PROCESSES COMMAND
  # In a locale that writes 0,9 mawk reads 0.9 as 0.
  printf '%s\n' "$listing" | LC_ALL=C awk '
    $1 > 0 {
      command = $0
      sub(/^[ \t]*[^ \t]+[ \t]+[^ \t]+[ \t]+/, "", command)
      rss[command] += $1; share[command] += $2; number[command]++
    }
    END { for (c in rss) printf "%d %.1f %d %s\n", rss[c], share[c], number[c], c }' |
    sort -k1,1nr -k4 | awk -v count="$limit" '
    { sum += $1 }
    NR <= count {
      command = $0
      sub(/^[^ ]+ [^ ]+ [^ ]+ /, "", command)
      printf "%10.1f %6s %9d  %s\n", $1 / 1024, $2, $3, command
    }
    END { if (NR == 0) print "no process with resident memory is visible"; else printf "%d commands together: %.0f MiB (all Java programs are one java, say)\n", NR, sum / 1024 }'
fi
printf 'what processes share (shared_buffers of PostgreSQL, say) counts in each: together they may hold far less; in a container only its own are seen\n'
awk '{ m[$1] = $2 / 1024 } END { printf "the machine uses %d of %d MiB; shared memory and tmpfs: %d, kernel slab: %d, huge pages: %d, swapped out: %d MiB\n", m["MemTotal:"] - m["MemAvailable:"],
  m["MemTotal:"], m["Shmem:"], m["SUnreclaim:"], m["HugePages_Total:"] * m["Hugepagesize:"] * 1024, m["SwapTotal:"] - m["SwapFree:"] }' /proc/meminfo
