#!/usr/bin/env bash
# Verify a dump of PostgreSQL: read it to its end, without a server.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: verify-dump-postgresql --file FILE [--dry-run]

Read a dump to its end and say whether it is complete. An archive of pg_dump (custom or tar format, or
a directory) is decompressed and turned into SQL, in which each table has to come to its end, for
pg_restore does not notice where the file of one in a directory was cut off; of a plain SQL dump, also
with gzip, the closing line of pg_dump or pg_dumpall is looked for. Whether the data are the right
ones only a trial restore tells. No connection is made.

  --file FILE  dump file to verify
  --dry-run    say which kind of dump it is, read no further
  --help       show this text

Exit status: 0 complete, 1 damaged or cut off, 2 wrong usage, 3 no dump of PostgreSQL or another
precondition fails.
EOF
}

die() {
  printf 'verify-dump-postgresql: %s\n' "$2" >&2
  exit "$1"
}

file='' dry_run=false
while (($# > 0)); do
  case $1 in
    --file)
      (($# >= 2)) || die 2 "$1 needs a value"
      file=$2
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

[[ -n $file ]] || die 2 "--file is required (see --help)"
[[ $file == /* ]] || file=./$file
[[ -e $file ]] || die 3 "no such file: ${file@Q}"
[[ -r $file && (! -d $file || -x $file) ]] || die 3 "cannot read ${file@Q}"
[[ -d $file || -s $file ]] || die 1 "empty: ${file@Q}"
for tool in head tail tr grep gzip awk find tar; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done

shown() { LC_ALL=C tr -c '[:print:]' '?'; } # in one line, without control characters

# What it is, by its first bytes and never by its name.
kind='' whole=''
if [[ -d $file ]]; then
  [[ -s $file/toc.dat ]] || die 3 "a directory, but no dump: ${file@Q} has no toc.dat"
  kind='directory archive'
else
  start=$(head -c 512 -- "$file" | shown)
  if [[ $start == '??'* ]]; then
    kind='compressed SQL'
    start=$({ gzip -dc -- "$file" 2>/dev/null || true; } | head -c 512 | shown)
  fi
  case $start in
    PGDMP* | toc.dat*)
      [[ -z $kind ]] || die 3 "unpack it first: ${file@Q} is an archive inside of gzip"
      kind='archive'
      if [[ $start == toc.dat* ]]; then kind='tar archive'; fi
      ;;
    '--'*'PostgreSQL database cluster dump'*) kind=${kind:-plain SQL} whole=' cluster' ;;
    '--'*'PostgreSQL database dump'*) kind=${kind:-plain SQL} ;;
    *) kind='' ;;
  esac
fi
[[ -n $kind ]] || die 3 "no dump of PostgreSQL, or packed by something else than gzip: ${file@Q}"
if $dry_run; then
  printf 'would read to its end: %s (%s)\n' "${file@Q}" "$kind"
  exit 0
fi

closing() { # the SQL on stdin ends as pg_dump, or pg_dumpall, ends; some lines may follow
  # Each database within a dump of pg_dumpall has a closing line of pg_dump.
  tail -n 12 | tr -d '\r' | grep -Fx -e "-- PostgreSQL database$whole dump complete" >/dev/null
}
case $kind in
  *archive)
    command -v pg_restore >/dev/null || die 3 "pg_restore is not installed"
    if [[ $kind == tar* ]]; then # pg_restore takes a tar archive that ends too early for a whole one
      [[ $(tar -tf "$file" 2>/dev/null | tail -n 1) == restore.sql ]] || die 1 "damaged or cut off: ${file@Q} has no restore.sql at its end"
    fi
    # pg_restore takes a data file that was cut off for a whole one: then no \., or no semicolon, comes before the next entry.
    said=$({ LC_ALL=C pg_restore --file=/dev/stdout -- "$file" | LC_ALL=C awk '
      /^COPY .* FROM stdin;$/ && last ~ /^-- Data for Name: / { open = 1 } /^\\\.$/ { open = 0 }
      before ~ /--$/ && /^-- .*Name: .*; Type: .*; Schema: .*; Owner: |^-- PostgreSQL database dump complete/ && (open || last !~ /;$|^\\|^--/) { cut = 1 }
      { before = $0; if ($0 != "" && $0 != "--") last = $0 }
      END { exit cut || open }'; } 2>&1) || {
      printf '%s\n' "${said//[![:print:]]/ }" >&2
      [[ ! $said =~ 'unsupported version'|'not supported by this'|'does not support compression'|'You must install'|'Permission denied' ]] ||
        die 3 "pg_restore cannot read ${file@Q} here: it is older than the dump, was built without its compression, is not installed or may not"
      die 1 "damaged or cut off: ${file@Q}"
    }
    [[ $kind != directory* || -z $(find "$file/" -name 'blob_*' ! -name '*.gz' -print -quit) ]] || printf 'note: a cut in one of the large objects is not noticed\n'
    ;;
  'plain SQL') closing <"$file" || die 1 "cut off: ${file@Q} has no closing line" ;;
  *) gzip -dc -- "$file" | closing || die 1 "damaged or cut off: ${file@Q} has no closing line" ;;
esac
printf 'complete: %s (%s); that it holds the right data only a trial restore tells\n' "${file@Q}" "$kind"
