#!/usr/bin/env bash
# List the firewall rules of this host.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: list-firewall-rules [--port PORT]

List the packet filter rules that are active in the kernel: all of nftables, or those of iptables
where nft is not installed, with counters and, for iptables, line numbers. Rules that ufw,
firewalld, Docker or Kubernetes made are among them; change those with their own tool. With --port
only rules are shown that name the port, or a range that it lies in, each with its table and chain; sets
that a rule refers to by name are not looked into. Rules of an old kind of iptables, which nft does not see, are added.

  --port PORT  only rules that name this port; 0 shows all (default 0)
  --help       show this text

Exit status: 0 done (also when there is no rule), 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'list-firewall-rules: %s\n' "$2" >&2
  exit "$1"
}

port=0
while (($# > 0)); do
  case $1 in
    --port)
      (($# >= 2)) || die 2 "$1 needs a value"
      port=$2
      shift 2
      ;;
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

{ [[ $port =~ ^[0-9]{1,7}$ ]] && ((10#$port >= 0 && 10#$port <= 65535)); } ||
  die 2 "--port takes a whole number from 0 to 65535, not '$port'"
port=$((10#$port))
PATH=$PATH:/usr/sbin:/sbin
[[ $(id -u) == 0 ]] || die 3 "this needs root"
if command -v nft >/dev/null; then
  rules=$(nft --handle list ruleset) || die 1 "nft cannot list the rules"
  source=nft
  # Rules that iptables-legacy made are not to be seen by nft; the kernel names their tables.
  for family in ip ip6; do
    while read -r table; do
      if command -v "${family}tables-legacy-save" >/dev/null; then
        part=$("${family}tables-legacy-save" -c -t "$table") || die 1 "${family}tables-legacy-save cannot list the table $table"
        ! printf '%s\n' "$part" | grep -E -e '-A |^:[^ ]+ (DROP|REJECT)' >/dev/null || rules+=$'\n'"# ${family}tables-legacy, table $table"$'\n'"$part"
      else
        printf 'note: there is a table %s of an old %stables, which nft does not show\n' "$table" "$family" >&2
      fi
    done < <(cat "/proc/net/${family}_tables_names" 2>/dev/null)
  done
elif command -v iptables >/dev/null; then
  source=iptables
  rules=''
  for table in filter nat mangle raw security; do
    # A table whose module is not loaded cannot be listed, and filters nothing.
    if part=$(iptables --wait 5 --table "$table" --list --numeric --verbose --line-numbers 2>/dev/null); then
      rules+="# IPv4, table $table"$'\n'"$part"$'\n'
    elif [[ $table == filter ]]; then
      die 1 "iptables cannot list the rules"
    fi
  done
  if command -v ip6tables >/dev/null && part=$(ip6tables --wait 5 --list --numeric --verbose --line-numbers 2>/dev/null); then
    rules+="# IPv6, table filter"$'\n'"$part"
  fi
else
  die 3 "neither nft nor iptables is installed"
fi

if ((port > 0)); then
  # nft: "tcp dport 22", "dport { 22, 80-90 }", "dport vmap { 22 : accept }", "ip saddr . tcp dport { 10.0.0.1 . 22 }", "redirect to :22";
  # iptables: "dpt:22", "dpts:20:25", "multiport dports 22,80:90", "--dport 22", "to:10.0.0.1:22", "redir ports 22"
  kept=$(printf '%s\n' "$rules" | awk -v port="$port" '
  /^table / { place = "table " $2 " " $3; next }
  /^# (IPv[46]|ip6?tables-legacy), table / { place = substr($0, 3); next }
  /^\t(chain|set|map) / || /^Chain / { if (!sub(/, chain .*/, ", chain " $2, place)) place = place ", chain " $2; next }
  {
    rule = line = $0
    sub(/^[ \t]+/, "", rule)
    gsub(/"[^"]*"/, "", line); sub(/ # handle.*/, "", line); sub(/ counter packets [0-9]+ bytes [0-9]+/, "", line)
    if (line ~ /port (!= |v?map )?@/ || line ~ /match-set [^ ]+ [a-z,]*dst/) { print place ": " rule "  (whether that set holds it was not looked at)"; next }
    # What stands for a port in a map or a list of several fields, or behind a new address, is written as "dport" has it.
    if (line ~ /port vmap \{/) { head = line; sub(/\{.*/, "{ ", head); tail = line; sub(/^[^{]*\{ */, "", tail); gsub(/ : [^,}]*/, "", tail); sub(/ vmap \{/, " {", head); line = head tail }
    if (line ~ /port.* \. .*\{/ || line ~ / \. .*port.*\{/) {
      head = line; sub(/ *\{.*/, "", head); tail = line; sub(/^[^{]*\{ */, "", tail); sub(/ *\}.*/, "", tail); line = ""
      fields = split(head, field, / \. /); elements = split(tail, element, /, */)
      for (i = 1; i <= fields; i++) if (field[i] ~ /port/) for (j = 1; j <= elements; j++) { sub(/ : .*/, "", element[j]); split(element[j], part, / \. /); line = line " dport " part[i] }
    }
    if (match(line, /(dnat|redirect|redir|to-destination|to-ports|to:)[^"]*$/)) { tail = substr(line, RSTART); sub(/ports /, ":", tail); sub(/to-ports /, ":", tail); if (match(tail, /:[0-9]+(-[0-9]+)?([ ,]|$)/)) line = line " dport " substr(tail, RSTART + 1, RLENGTH - 1) }
    while (match(line, /([ds]ports?|dpts?|spts?)[ :]+(!= )?(\{ )?[0-9][-0-9:, ]*/)) {
      ports = substr(line, RSTART, RLENGTH); line = substr(line, RSTART + RLENGTH)
      sub(/^[a-z]+[ :]+(!= )?(\{ )?/, "", ports)
      count = split(ports, part, /[, ]+/)
      for (i = 1; i <= count; i++) {
        split(part[i], bound, /[-:]/)
        if (part[i] != "" && bound[1] <= port + 0 && (bound[2] == "" ? bound[1] : bound[2]) + 0 >= port + 0 && bound[1] != "") { print place ": " rule; next }
      }
    }
  }')
  printf '%s\n' "${kept:-no rule names port $port ($source)}"
  printf 'note: rules that name no port, and policies of chains, are not shown here; they may drop it or let it in\n' >&2
  exit 0
fi
if [[ $rules != *[!$' \n\t']* ]]; then
  printf 'no rule at all: %s lets everything through\n' "$source"
  exit 0
fi
printf '%s\n' "$rules"
