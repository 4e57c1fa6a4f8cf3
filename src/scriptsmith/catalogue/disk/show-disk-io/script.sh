#!/usr/bin/env bash
# Show which devices are busy with reading and writing, and which processes make them so.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-disk-io [--seconds N] [--limit N] [--directory DIR]

Measure for some seconds. For each device: requests and MiB per second read and written, the mean
time that a request took, and how much of the time it had something to do. For each process: KiB
per second that it read from and wrote to devices; what it wrote to memory and deleted before it
reached a device is left out. Without root only processes of one's own are seen. A disk that
serves many requests at once can do more at 100 %.

  --seconds N      how long to measure, in seconds (default 5)
  --limit N        how many processes to list (default 10)
  --directory DIR  where the kernel tells of its devices and processes (default /proc)
  --help           show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'show-disk-io: %s\n' "$2" >&2
  exit "$1"
}

seconds=5 limit=10 directory=/proc
while (($# > 0)); do
  case $1 in
    --seconds | --limit | --directory)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --seconds) seconds=$2 ;;
        --limit) limit=$2 ;;
        --directory) directory=$2 ;;
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

[[ $seconds =~ ^0*[1-9][0-9]{0,3}$ ]] || die 2 "--seconds takes a whole number above 0, not '$seconds'"
[[ $limit =~ ^0*[1-9][0-9]{0,3}$ ]] || die 2 "--limit takes a whole number above 0, not '$limit'"
seconds=$((10#$seconds)) limit=$((10#$limit))
directory=${directory%/}
[[ $directory == /* ]] || directory=./$directory
for tool in awk sleep sort; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
[[ -r $directory/diskstats && -r $directory/uptime ]] || die 3 "the kernel tells nothing of disks in $directory"

processes() { # PID, bytes read, written, and not written after all, name
  local folder words
  for folder in "$directory"/[0-9]*; do
    words=$(cat -- "$folder/io" "$folder/comm" 2>/dev/null) || continue # it has ended, or is not ours to see
    awk -v pid="${folder##*/}" '/^read_bytes:/ { r = $2 } /^write_bytes:/ { w = $2 } /^cancelled_write_bytes:/ { c = $2 } END { print pid, r, w, c, $0 }' <<<"$words"
  done
}
read -r began _ <"$directory/uptime"
disks_before=$(<"$directory/diskstats")
before=$(processes)
sleep "$seconds"
read -r ended _ <"$directory/uptime"
disks_after=$(<"$directory/diskstats")
after=$(processes)
# mawk reads and writes numbers by the locale: 102.45 is 102 in one that writes 102,45. Of a large one it prints six
# digits, and with %d no more than 2147483647.
took=$(LC_ALL=C awk -v a="$began" -v b="$ended" 'BEGIN { printf "%.2f", b - a }')
[[ $took != 0.00 && $took != -* ]] || die 1 "the clock of the kernel does not move"

rates=$(LC_ALL=C awk -v took="$took" 'NR == FNR { for (i = 4; i <= 13; i++) was[$3, i] = $i; next }
  { r = $4 - was[$3, 4]; w = $8 - was[$3, 8]; ms = $7 - was[$3, 7] + $11 - was[$3, 11]; busy = $13 - was[$3, 13] }
  r + w > 0 || busy > 0 { printf "%s %9.1f %9.1f %10.2f %11.2f %9.1f %6.1f\n", $3, r / took, w / took, ($6 - was[$3, 6]) / 2048 / took,
    ($10 - was[$3, 10]) / 2048 / took, (r + w > 0) ? ms / (r + w) : 0, busy / 10 / took }' <(printf '%s\n' "$disks_before") <(printf '%s\n' "$disks_after")) ||
  die 1 "what the kernel tells of its disks is not understood"
printf '%-16s %9s %9s %10s %10s %9s %6s\n' device reads/s writes/s 'MiB/s read' 'MiB/s wrote' 'ms each' 'busy %'
while read -r name line; do
  # A partition's requests are counted for its disk too.
  [[ -z $name || -e /sys/class/block/$name/partition ]] || printf '%-16s %s\n' "$name" "$line"
done <<<"$rates"

printf '\n%8s %12s %12s  %s\n' pid 'KiB/s read' 'KiB/s wrote' process
LC_ALL=C awk -v took="$took" 'NR == FNR { r[$1] = $2; w[$1] = $3; c[$1] = $4; next }
  { read = $2 - r[$1]; wrote = $3 - w[$1] - ($4 - c[$1]) }
  read + wrote > 0 { pid = $1; $1 = $2 = $3 = $4 = ""; gsub(/[^[:print:]]/, "?"); sub(/^ */, "")
    printf "%.0f %8d %12.1f %12.1f  %s\n", read + wrote, pid, read / 1024 / took, wrote / 1024 / took, $0 }' <(printf '%s\n' "$before") <(printf '%s\n' "$after") |
  sort -k 1,1nr | cut -d ' ' -f 2- | awk -v top="$limit" 'NR <= top { print }'
[[ $(id -u) == 0 ]] || printf 'note: without root only your own processes are seen here\n'
printf 'measured for %s s\n' "$took"
