#!/usr/bin/env bash
# Find listening processes that run from an odd place or a deleted program.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: find-suspicious-listeners

Look at the program behind each listening TCP and UDP socket, and list those that run from outside
the places of programs (/usr, /bin, /sbin, /lib, /opt, /snap, /nix, /gnu, k3s in /var/lib/rancher),
from memory alone, from a file that was deleted or by the loader; interpreters of a file in a
directory for temporary files or a home, or of code on their command line, netcat, socat that starts a
program, what serves a directory by one command (python3 -m http.server, php -S, httpd of busybox), and sockets without a visible process. A program that was upgraded and not restarted counts
as deleted too: that is harmless, but worth a restart. Containers with a network of their own have
listeners of their own; look inside them.

  --help  show this text

Exit status: 0 nothing odd was found, 1 something was, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'find-suspicious-listeners: %s\n' "$2" >&2
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

for tool in ss readlink; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
[[ $(id -u) == 0 ]] || die 3 "this needs root"
sockets=$(ss --no-header --listening --tcp --udp --numeric --processes) || die 1 "ss could not list the sockets"

# An interpreter lies in its own place; what it runs is its first word that is no option. Sets $file, empty for others,
# and $code, whether the program itself stands on the command line, socat is to start one, or it is netcat or a server at hand.
interpreted() { # PID PROGRAM
  local words=() word
  file='' code=false
  case ${2##*/} in
    nc | nc.* | ncat | netcat) code=true && return 0 ;; # by a pipe it needs no option to serve a shell
    ld-*.so* | sh | bash | dash | zsh | busybox | python* | perl* | ruby* | php* | node | java | socat*) ;;
    *) return 0 ;;
  esac
  { mapfile -d '' -t words <"/proc/$1/cmdline"; } 2>/dev/null || return 0
  [[ ${2##*/} != busybox || ${words[0]-} == *busybox ]] || words=(busybox "${words[@]}") # its first word is what it is to be
  for word in "${words[@]:1}"; do
    case ${2##*/}:$word in
      python*:http.server | python*:SimpleHTTPServer | python*:-mhttp.server | python*:-mSimpleHTTPServer | php*:-S* | busybox:httpd | busybox:*/httpd | busybox:nc | busybox:telnetd | busybox:ftpd | busybox:tcpsvd)
        code=true
        break
        ;;
      socat*:*EXEC:* | socat*:*SYSTEM:*) code=true ;;
      socat*:*) ;;
      java:-* | ld-*:-*) ;;
      *:-c | *:-lc | *:-e | *:-E | *:-r | *:--eval*)
        code=true
        break
        ;;
      *:-*) ;;
      *)
        file=$word
        break
        ;;
    esac
  done
  if [[ -n $file && $file != /* ]]; then
    word=$(readlink "/proc/$1/cwd") || word=''
    file=${word%/}/${file#./}
  fi
}
temporary() { [[ $1 == /tmp/* || $1 == /var/tmp/* || $1 == /dev/* || $1 == /run/* || $1 == /var/lock/* || $1 == /var/crash/* || $1 == /var/cache/* || $1 == /var/spool/* ]]; }
odd=0 looked=0
tell() { # WHY PROCESS PROGRAM
  local program=$3
  [[ $program != *[[:cntrl:]]* ]] || program=${program@Q}
  printf 'ODD: %s %s  process %s  %s: %s\n' "$protocol" "$address" "$2" "$1" "$program"
  odd=$((odd + 1))
}
while read -r protocol _ _ _ address _ rest; do
  [[ -n $protocol ]] || continue
  looked=$((looked + 1))
  pids=()
  left=$rest
  while [[ $left =~ pid=([0-9]+),(.*) ]]; do
    pids+=("${BASH_REMATCH[1]}")
    left=${BASH_REMATCH[2]}
  done
  if ((${#pids[@]} == 0)); then
    # Sockets of the kernel itself, such as those of NFS, have no process.
    tell 'no process is to be seen' - 'kernel, another namespace, or hidden'
    continue
  fi
  declare -A seen=()
  for pid in "${pids[@]}"; do
    [[ -z ${seen[$pid]:-} ]] || continue
    seen[$pid]=1
    if ! program=$(readlink "/proc/$pid/exe"); then
      [[ ! -d /proc/$pid ]] || tell 'its program cannot be seen' "$pid" 'hidden'
      continue # it has ended otherwise
    fi
    interpreted "$pid" "$program"
    case $program in
      /memfd:* | *'memfd:'*) tell 'runs from memory alone' "$pid" "$program" ;;
      *' (deleted)') tell 'its program was deleted or replaced' "$pid" "$program" ;;
      /tmp/* | /var/tmp/* | /dev/* | /run/*) tell 'runs from a temporary directory' "$pid" "$program" ;;
      /home/* | /root/*) tell 'runs from a home' "$pid" "$program" ;;
      */.*) tell 'runs from a hidden directory or file' "$pid" "$program" ;;
      */ld-*.so*) tell 'started by the loader, which hides its place' "$pid" "$file" ;;
      *)
        case $program in
          /usr/* | /bin/* | /sbin/* | /lib* | /opt/* | /snap/* | /nix/store/* | /gnu/store/* | /var/lib/snapd/* | /var/lib/rancher/*) ;;
          *)
            tell 'runs from outside the places of programs' "$pid" "$program"
            continue
            ;;
        esac
        if temporary "$file"; then
          tell "an interpreter of a file in a temporary directory" "$pid" "$file"
        elif [[ $file == /home/* || $file == /root/* ]]; then
          tell "an interpreter of a file in a home" "$pid" "$file"
        elif $code; then
          tell "serves a directory or a shell at hand, runs code from its command line, or is netcat" "$pid" "$program"
        fi
        ;;
    esac
  done
  unset seen
done <<<"$sockets"
printf '%d listening sockets looked at (not those in networks of containers, nor connections that go out), %d findings\n' "$looked" "$odd"
((odd == 0)) || exit 1
