#!/usr/bin/env bash
# Flush the DNS cache of this host.
#
# Undo: none is needed: the cache fills again as names are asked for.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: flush-dns-cache [--dry-run]

Empty the caches of names on this host: of systemd-resolved, nscd and dnsmasq, also of that which
NetworkManager starts, whichever runs. A server that may answer others, too (unbound, BIND, PowerDNS),
is named with its command. Programs that keep answers themselves, such as browsers and Java, do not
notice, and a stale answer of the name server further up stays as it is.

  --dry-run  say what would be done, change nothing
  --help     show this text

Exit status: 0 all caches that run are empty (or none runs), 1 one was not flushed, 2 wrong usage, 3 a
precondition fails.
EOF
}

die() {
  printf 'flush-dns-cache: %s\n' "$2" >&2
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

for tool in timeout systemctl sed; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed" # without systemctl nobody tells which caches run
done
running() { # UNIT: it runs here
  local state
  state=$(systemctl is-active -- "$1.service") && return
  [[ -n $state ]] || die 1 "systemctl does not tell which caches run here" # it names the state of any unit
  return 1
}
found=0 failed=0
flush() { # WHAT COMMAND...
  local what=$1
  shift
  found=$((found + 1))
  if $dry_run; then
    printf 'would flush: %s (%s)\n' "$what" "$*"
  elif timeout 20 "$@" >/dev/null </dev/null; then
    printf 'flushed: %s\n' "$what"
  else
    printf 'could not flush: %s (%s)\n' "$what" "$*" >&2
    failed=$((failed + 1))
  fi
}
if ! $dry_run; then
  [[ $(id -u) == 0 ]] || die 3 "this needs root"
fi

if running systemd-resolved; then
  if command -v resolvectl >/dev/null; then
    flush systemd-resolved resolvectl flush-caches
    # It tells how many entries are left; a few may have come in since.
    if ! $dry_run && text=$(timeout 10 resolvectl statistics 2>/dev/null); then
      sed -n -E 's/^ *Current Cache Size: *([0-9]+)/  entries now: \1/p' <<<"$text"
    fi
  else
    flush systemd-resolved systemctl kill --signal=USR2 systemd-resolved.service
  fi
fi
if running nscd && command -v nscd >/dev/null; then
  flush nscd nscd --invalidate=hosts
fi
if running dnsmasq; then
  # On this signal dnsmasq empties its cache and reads the hosts file again; it does not end.
  flush dnsmasq systemctl kill --signal=HUP dnsmasq.service
fi
# With dns=dnsmasq NetworkManager starts one of its own, which no unit shows.
for file in /proc/[0-9]*/comm; do
  { IFS= read -r name <"$file"; } 2>/dev/null && [[ $name == dnsmasq ]] || continue
  parent=$({ sed -n 's/^PPid:[[:space:]]*//p' "${file%/comm}/status"; } 2>/dev/null) || continue
  { IFS= read -r name <"/proc/$parent/comm"; } 2>/dev/null && [[ $name == NetworkManager ]] || continue
  flush 'dnsmasq of NetworkManager, by a restart' nmcli general reload dns-full
  break
done
left() { # UNIT COMMAND
  found=$((found + 1)) failed=$((failed + 1))
  printf 'not flushed: %s runs here, and may answer other hosts, too (%s)\n' "$1" "$2" >&2
}
if running unbound; then left unbound 'unbound-control flush_zone .'; fi
if running named || running bind9 || running named-chroot; then left named 'rndc flush'; fi
if running pdns-recursor; then left pdns-recursor 'rec_control wipe-cache .$'; fi
if ((found == 0)); then
  printf 'nothing to do: no cache of names runs here (systemd-resolved, nscd, dnsmasq, unbound, BIND, PowerDNS); programs such as Java keep answers themselves\n'
fi
((failed == 0)) || exit 1
