#!/usr/bin/env bash
# Empty one log file in place, so that the process that writes it need not reopen it.
#
# Undo: none, the contents are lost. Copy the file first if they may be wanted.
set -euo pipefail

usage() {
  cat <<'TEXT'
Usage: truncate-log-file --file FILE [--dry-run]

Set the log FILE to a length of zero. The file keeps its inode, owner and mode, so a process that has
it open goes on writing to it, and the space is free at once. A symbolic link is followed. A program
that does not append (nohup PROGRAM >FILE, many logs of Java's garbage collector) writes on at its old
place, so that the file has its former length again, full of zero bytes that take no space: that is
told where /proc shows its writer. Refused are files that do not look like the log of a program by
name: neither called *.log, *.out or *.err nor lying in a directory of logs, or data by names that are
known (journals, compressed files, databases and queues: MySQL, Oracle, Db2, SAP HANA, Kafka, ActiveMQ,
BookKeeper, RabbitMQ, Cassandra, ZooKeeper).

  --file FILE  the log file to empty
  --dry-run    say what would be emptied, change nothing
  --help       show this text

Exit status: 0 done, 1 the file could not be emptied, 2 wrong usage, 3 a precondition fails.
TEXT
}

die() {
  printf 'truncate-log-file: %s\n' "$2" >&2
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

[[ -n $file ]] || die 2 "--file is needed"
for tool in truncate stat realpath numfmt find sed; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
[[ -e $file ]] || die 3 "no such file: $file"
path=$(realpath -e -- "$file")
[[ -f $path ]] || die 3 "not a regular file: $path"
[[ -w $path ]] || die 3 "no permission to write $path"

# A typing error must not empty a database. Files of only digits (0000.log) are the data of Kafka,
# RocksDB and their like; NAME.000123 and NAME-bin.index are the replication log of MySQL.
name=${path##*/} name=${name,,}
case $path in
  /usr/local/*) ;;
  /bin/* | /boot/* | /dev/* | /etc/* | /lib*/* | /proc/* | /sbin/* | /sys/* | /usr/*)
    die 3 "refused: $path belongs to the system"
    ;;
esac
# log.1a2b is that of ZooKeeper, CommitLog-7-1.log that of Cassandra, redo01a.log and o1_mf_1_x_.log that of Oracle,
# what lies below mnesia that of RabbitMQ, db-12.log that of ActiveMQ, S0000012.LOG that of Db2, logsegment_000_00000001.dat
# that of SAP HANA, 1a.log in ledgers that of BookKeeper.
if [[ $name =~ ^[0-9]+\.log$ || $name =~ ^db-[0-9]+\.log$ || $name =~ ^s[0-9]{7}\.log$ || $name =~ ^logsegment_ || $path == */kahadb/* || $path =~ /(ledgers|bookkeeper)/.*/[0-9a-fA-F]+\.log$ || $name =~ [.][0-9]{6}$ || $name =~ bin(log)?[.]index$ || $name =~ ^log\.[0-9a-f]+$ || $name =~ ^(commitlog-.*|(.*_)?redo[0-9]*[a-z]?|o1_mf_.*|tc|ddl_recovery)\.log$ || $name =~ ^(ib_logfile|aria_log) || $path == */mnesia/* ]]; then
  die 3 "refused: $path looks like the data of a database, not like a log"
fi
case $name in
  *.gz | *.xz | *.bz2 | *.zst | *.z) die 3 "refused: $path is compressed and written no more, delete it instead" ;;
  *.journal | *.journal~) die 3 "refused: $path belongs to the systemd journal, vacuum that instead" ;;
  [wub]tmp | [wub]tmp[.-]* | lastlog | faillog | tallylog | *.db | *.sqlite* | *.ibd | *.wal | *-wal) die 3 "refused: $path holds records, not lines of a log" ;;
esac
[[ $name =~ \.(log|out|err)([.-].*)?$ || ${path%/*}/ =~ [/._-]logs?/ ]] ||
  die 3 "refused: neither the name nor the directory of $path looks like a log"

# No <<< here: before 5.1 bash writes such a text to /tmp, which may be full.
read -r inode size blocks < <(stat -c '%i %s %b' -- "$path")
human=$(numfmt --to=iec "$((blocks * 512))")
if ((size == 0)); then
  printf 'empty already: %s\n' "$path"
  exit 0
fi
open=$(find -L /proc/[0-9]*/fd -maxdepth 1 -samefile "$path" -print 2>/dev/null) || true # processes end meanwhile
while IFS= read -r fd; do
  [[ -n $fd ]] || continue
  flags=$({ sed -n 's/^flags:[[:space:]]*//p' "${fd%/fd/*}/fdinfo/${fd##*/}"; } 2>/dev/null) || flags=''
  [[ $flags =~ ^[0-7]+$ ]] || continue
  if (((8#$flags & 3) > 0 && (8#$flags & 8#2000) == 0)); then
    writer=${fd#/proc/}
    printf 'note: process %s writes to it without appending: after its next line the file has its old length again, of zero bytes\n' "${writer%%/*}" >&2
  fi
done < <(printf '%s\n' "$open")
if $dry_run; then
  printf 'would empty: %s (%d bytes, %s on disk)\n' "$path" "$size" "$human"
  exit 0
fi

truncate --no-create --size=0 -- "$path" || die 1 "could not empty $path (append-only or immutable? see lsattr)"

# Its writer may have added lines since, but far fewer than there were.
read -r inode_now size_now blocks_now < <(stat -c '%i %s %b' -- "$path")
[[ $inode_now == "$inode" ]] || die 1 "$path was replaced by another file meanwhile (log rotation?), look again"
if ((size_now >= size)); then
  ((blocks_now < blocks)) || die 1 "$path is as large as before: its writer is faster than this"
  printf 'note: the writer of %s keeps its old position, so the length stays while the space is free\n' "$path" >&2
fi
printf 'emptied: %s (it had %d bytes, %s on disk)\n' "$path" "$size" "$human"
