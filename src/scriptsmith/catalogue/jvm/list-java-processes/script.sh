#!/usr/bin/env bash
# List the running Java processes with user, uptime, resident memory, and the heap settings given to them.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: list-java-processes

Print for each Java process its id, owner, uptime in minutes, resident memory in megabytes, the
heap options of its command line (without any, those of the environment or the defaults count), and its main
class or jar. Other options are not shown, since they may hold passwords. Options from
JAVA_TOOL_OPTIONS or JDK_JAVA_OPTIONS are not seen.

  --help  show this text

Exit status: 0 done (whether or not there are any), 1 failed, 2 wrong usage, 3 a precondition
fails.
EOF
}

die() {
  printf 'list-java-processes: %s\n' "$2" >&2
  exit "$1"
}

while (($# > 0)); do
  case $1 in
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

command -v ps >/dev/null || die 3 "ps is not installed"

# There always is a process 1: where it is not shown, or not for reading, those of other users are hidden, too.
[[ -r /proc/1/stat ]] || die 3 "this host hides the processes of other users (hidepid): run as root"
table=$(ps -ww -eo pid=,user:32=,etimes=,rss=,comm=,args=) || die 1 "ps failed"
found=0
while read -r pid user seconds rss program args; do
  [[ $program == java || $program == jsvc* ]] || continue
  # An option may hold blanks (-XX:OnOutOfMemoryError=kill -9 %p), which ps does not tell apart.
  words=()
  { mapfile -d '' -t words <"/proc/$pid/cmdline"; } 2>/dev/null || true
  ((${#words[@]} > 0)) || read -r -a words <<<"$args"
  heap='' main='' skip=false jar=false
  for word in "${words[@]:1}"; do
    if $skip; then
      skip=false
      continue
    fi
    case $word in
      -Xmx* | -Xms* | -XX:MaxRAM*=* | -XX:InitialRAMPercentage=* | -XX:MaxHeapSize=* | -XX:InitialHeapSize=* | -XX:MaxMetaspaceSize=*) heap+=" $word" ;;
      -cp | -classpath | --class-path | -p | --module-path | --add-modules | --add-opens | --add-exports | --add-reads) skip=true ;;
      # These are jsvc's own.
      -user | -pidfile | -home | -java-home | -outfile | -errfile | -wait | -cwd | -umask | -procname | -jvm) skip=true ;;
      -jar) jar=true ;;
      @*) heap+=" (and what $word holds)" ;;
      -*) ;;
      *)
        main=${word##*/}
        break
        ;;
    esac
  done
  if $jar; then main="jar $main"; fi
  heap=${heap//[^[:print:]]/?}
  printf 'process %s  user %s  up %d min  rss %d MB  heap:%s  %s\n' "$pid" "$user" "$((seconds / 60))" "$((rss / 1024))" \
    "${heap:- (none on its command line)}" "${main//[^[:print:]]/?}"
  found=$((found + 1))
done <<<"$table"
printf '%d Java processes\n' "$found"
