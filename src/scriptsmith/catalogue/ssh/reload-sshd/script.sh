#!/usr/bin/env bash
# Reload sshd after its configuration has been tested.
#
# Undo: put the former configuration back and run it again; the former file is not kept by this.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: reload-sshd [--dry-run]

Test the configuration of sshd, and only when it is valid have the running daemon read it again.
Sessions that are open stay. A daemon that does not run is not started, and one that is gone
within two seconds afterwards, as for a port that is taken, is a failure. So is a port of the
configuration on which the daemon does not listen then: it may be taken or forbidden, or ssh.socket
holds the ports (Ubuntu since 22.10), and has to be restarted for another one.

  --dry-run  say what would be done, change nothing
  --help     show this text

Exit status: 0 it was reloaded and runs, 1 the configuration is not valid or the reload failed, 2
wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'reload-sshd: %s\n' "$2" >&2
  exit "$1"
}

dry_run=false
while (($# > 0)); do
  case $1 in
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

PATH=$PATH:/usr/sbin:/sbin
sshd=$(command -v sshd) || die 3 "sshd is not installed"
for tool in systemctl sleep ss; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
[[ $(id -u) == 0 ]] || die 3 "this needs root"

# Debian and Ubuntu call the unit ssh, others sshd; one may be an alias of the other.
unit=''
for candidate in sshd.service ssh.service; do
  if [[ $(systemctl show --property=LoadState --value -- "$candidate" 2>/dev/null) == loaded ]]; then
    unit=$candidate
    break
  fi
done
[[ -n $unit ]] || die 3 "no unit sshd.service or ssh.service on this host"
state() { systemctl show --property=ActiveState --value -- "$unit"; }
if [[ $(state) != active ]]; then
  # With socket activation there is no daemon to reload: each connection reads the file.
  if systemctl is-active --quiet ssh.socket || systemctl is-active --quiet sshd.socket; then
    socket=true
  else
    die 3 "$unit does not run (now $(state)); this does not start it"
  fi
else
  socket=false
fi

if ! message=$("$sshd" -t 2>&1); then
  printf '%s\n' "$message" >&2
  die 1 "the configuration is not valid, nothing was reloaded"
fi
[[ -z $message ]] || printf '%s\n' "$message" >&2
# A Match block wants to know of which connection; the ports are the same for all. A ListenAddress may have one of its own.
ports=$("$sshd" -T -C user=root,host=localhost,addr=127.0.0.1,laddr=127.0.0.1,lport=22 2>/dev/null |
  sed -n 's/^listenaddress [^ ]*:\([0-9]\{1,5\}\)\( .*\)\{0,1\}$/\1/p' | sort -nu) || ports=''
[[ -n $ports ]] || die 1 "the ports of the configuration are not told"
not_served() { # PATTERN: the ports on which nothing listens whose line holds it
  local table port
  table=$(ss -Hltnp) || die 1 "the listening ports cannot be listed"
  table=$(grep -E -- "$1" <<<"$table") || table=''
  for port in $ports; do
    grep -qE "^LISTEN +[0-9]+ +[0-9]+ +[^ ]+:$port " <<<"$table" || printf '%s ' "$port"
  done
}
held='by a socket of systemd: systemctl daemon-reload, and restart the socket that is active (ssh.socket or sshd.socket)'
if $socket; then
  missing=$(not_served .)
  [[ -z $missing ]] || die 1 "nobody listens on port ${missing% }; the ports are held $held"
  printf 'nothing to reload: connections start sshd anew, and the configuration is valid\n'
  exit 0
fi
before=$(systemctl show --property=MainPID --value -- "$unit")
if $dry_run; then
  printf 'would reload: %s (process %s), the configuration is valid\n' "$unit" "$before"
  exit 0
fi
systemctl reload -- "$unit" || die 1 "could not reload $unit"
# The daemon begins anew in the same process, and only then takes its ports: it may end a moment later.
for ((try = 0; try < 4; try++)); do
  sleep 0.5
  [[ $(state) == active && $(systemctl show --property=MainPID --value -- "$unit") == "$before" ]] ||
    die 1 "$unit is $(state) after the reload, and its process $before gone: keep this session open and look at journalctl -u $unit"
done
missing=$(not_served "pid=$before,")
if [[ -n $missing ]]; then
  why='it may be taken or forbidden'
  if systemctl is-active --quiet ssh.socket || systemctl is-active --quiet sshd.socket; then why="the ports may be held $held"; fi
  die 1 "$unit is reloaded, but does not listen on port ${missing% }: $why (see journalctl -u $unit)"
fi
printf 'reloaded: %s (process %s); try a new login before you close this session\n' "$unit" "$before"
