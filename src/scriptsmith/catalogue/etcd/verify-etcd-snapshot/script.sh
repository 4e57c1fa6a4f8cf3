#!/usr/bin/env bash
# Verify that a snapshot file of etcd is whole and a database, and on request that it is not too
# old.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: verify-etcd-snapshot --file PATH [--hours N]

Check that the file begins as a database of etcd does, and the checksum that snapshot save
appends. A file that was copied out of a data directory, or cut off, has none: that fails. Where
an etcdctl before 3.6 is at hand, keys and revision are told too; etcdutl snapshot status tells
them elsewhere. A good file is no proof that a restore works: try one somewhere.

  --file PATH  snapshot file to look at
  --hours N    how many hours ago it may have been written; 0 takes any (default 0)
  --help       show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'verify-etcd-snapshot: %s\n' "$2" >&2
  exit "$1"
}

file='' hours=0
while (($# > 0)); do
  case $1 in
    --file | --hours)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --file) file=$2 ;;
        --hours) hours=$2 ;;
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

[[ -n $file ]] || die 2 "--file is required (see --help)"
[[ $hours =~ ^[0-9]{1,6}$ ]] || die 2 "--hours takes a whole number of hours, not '$hours'"
hours=$((10#$hours))
command -v sha256sum >/dev/null || die 3 "sha256sum is not installed"
command -v od >/dev/null || die 3 "od is not installed"

[[ $file == /* || $file == ./* ]] || file=./$file
[[ -f $file && -r $file ]] || die 3 "cannot read a file $file"
bad() {
  printf 'not usable: %s\n' "$1"
  exit 1
}

size=$(stat --format=%s -- "$file")
age=$((($(date +%s) - $(stat --format=%Y -- "$file")) / 3600))
printf 'file: %q, %d KiB, written %d hours ago\n' "$file" $((size / 1024)) "$age"
# The first page of the database: a header of 16 bytes, then the magic number 0xED0CDAED.
((size > 2048)) || bad 'it is too short'
magic=$(od -An -v -tx1 -j16 -N4 -- "$file" | tr -d ' \n')
[[ $magic == edda0ced ]] || bad 'it is no database of etcd'
# Whole pages, and behind them the SHA-256 of all before it.
((size % 512 == 32)) || bad 'it has no checksum (not made by snapshot save, or cut off)'
appended=$(tail -c 32 -- "$file" | od -An -v -tx1 | tr -d ' \n')
counted=$(head -c $((size - 32)) -- "$file" | sha256sum)
[[ ${counted%% *} == "$appended" ]] || bad 'its content does not match its own checksum'
printf 'checksum: matches\n'

export ETCDCTL_API=3 # before 3.4 etcdctl speaks another API unless it is told
content=''
# Since 3.6 only etcdutl can look into a snapshot.
if command -v etcdutl >/dev/null; then
  content=$(etcdutl snapshot status "$file" --write-out=json 2>/dev/null </dev/null) || bad 'etcdutl cannot read the database in it'
elif command -v etcdctl >/dev/null; then
  # From there on it answers with its help.
  content=$(etcdctl snapshot status "$file" --write-out=json 2>/dev/null </dev/null) || bad 'etcdctl cannot read the database in it'
fi
if [[ $content =~ \"revision\":([0-9]+),\"totalKey\":([0-9]+) ]]; then
  printf 'content: %s keys, revision %s\n' "${BASH_REMATCH[2]}" "${BASH_REMATCH[1]}"
  ((BASH_REMATCH[2] > 0)) || bad 'it holds no keys'
fi
((hours == 0 || age < hours)) || bad "it is $age hours old, and $hours is the most"
printf 'good: %q\n' "$file"
