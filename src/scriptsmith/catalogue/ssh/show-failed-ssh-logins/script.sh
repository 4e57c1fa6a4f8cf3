#!/usr/bin/env bash
# Show failed SSH logins by address and by user name.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-failed-ssh-logins [--hours N] [--limit N]

Count the failed and refused SSH logins in the journal by remote address and by the name that was
tried, the most frequent first. Each failed password counts once, and each other session that names a
user and ends without a login, also when the lists of users refuse it or several keys were offered.
Scans that name nobody do not count, nor do connections that sshd drops at once. When the journal does
not go back as far, or holds nothing of sshd, that is told.

  --hours N  how far to look back (default 24)
  --limit N  how many addresses and names to show (default 20)
  --help     show this text

Exit status: 0 done (also when there was none), 1 the journal cannot be read, 2 wrong usage, 3 a
precondition fails.
EOF
}

die() {
  printf 'show-failed-ssh-logins: %s\n' "$2" >&2
  exit "$1"
}

hours=24 limit=20
while (($# > 0)); do
  case $1 in
    --hours | --limit)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --hours) hours=$2 ;;
        --limit) limit=$2 ;;
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

{ [[ $hours =~ ^[0-9]{1,6}$ ]] && ((10#$hours >= 1 && 10#$hours <= 8760)); } ||
  die 2 "--hours takes a whole number from 1 to 8760, not '$hours'"
hours=$((10#$hours))
{ [[ $limit =~ ^[0-9]{1,6}$ ]] && ((10#$limit >= 1 && 10#$limit <= 1000)); } ||
  die 2 "--limit takes a whole number from 1 to 1000, not '$limit'"
limit=$((10#$limit))
for tool in journalctl awk sort sed head; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
# Others see only messages of their own there, and none of these.
if [[ $(id -u) != 0 && ! " $(id -nG) " =~ \ (adm|systemd-journal|wheel)\  ]]; then
  die 3 "this needs root, or the group adm or systemd-journal: others do not see these messages"
fi
begins() { # HOURS: tells when the journal does not go back that far; fails when there is none
  local line first
  line=$({ journalctl --quiet --no-pager --output=short-unix 2>/dev/null || true; } | head -n 1)
  [[ $line =~ ^([0-9]+)\. ]] || return 1
  first=${BASH_REMATCH[1]}
  ((first > $(date +%s) - $1 * 3600)) || return 0
  printf 'note: the journal goes back to %s only\n' "$(date -d "@$first" '+%F %H:%M')" >&2
}
begins "$hours" || die 1 "the journal is empty, or cannot be read"
# Since OpenSSH 9.8 the sessions log under a name of their own.
# A tried name is the attacker's text and may itself hold " from 192.0.2.1 port 1 ssh2: ": the last one counts.
counted=$(journalctl --quiet --no-pager --output=cat -t sshd -t sshd-session --since "-${hours}h" 2>/dev/null | LC_ALL=C awk '
  function count(address, user) { addresses[address]++; users[user == "" ? "(empty)" : user]++; total++ }
  /^Failed [a-z\/-]+ for / || /^User .* not allowed because / {
    line = $0; gsub(/[[:cntrl:]]/, "?", line)
    user = line; address = "(not told)"; session = ""
    # After the address only the kind and the print of a key may follow: a name may play all else.
    if (match(line, / from [0-9A-Fa-f.:]+ port [0-9]+( ssh2(: [A-Z0-9-]+ (SHA256|MD5):[^ ]+)?)?$/)) {
      part = substr(line, RSTART + 1); split(part, word, " "); address = word[2]; session = address " " word[4]
      user = substr(line, 1, RSTART - 1)
    } else if (line ~ /^User .* from [^ ]+ not allowed/) {
      part = line; sub(/^User .* from /, "", part); sub(/ not allowed.*/, "", part); address = part
    }
    sub(/ from [^ ]+ not allowed because .*$/, "", user)
    sub(/^Failed [a-z\/-]+ for (invalid user )?/, "", user) || sub(/^User /, "", user)
    if (line ~ /^User /) refused[address, user]++
    else if (line ~ /^Failed (password|keyboard)/ || session == "") { count(address, user); told[session] = user }
    else silent[session] = user # a client offers one key after the other
  }
  /^Accepted / && match($0, / from [0-9A-Fa-f.:]+ port [0-9]+ ssh2/) {
    split(substr($0, RSTART + 1, RLENGTH), word, " "); delete silent[word[2] " " word[4]]
  }
  # Where sshd takes keys only, this is all that it tells of a session.
  match($0, /^(Invalid user|Connection (closed|reset) by (invalid|authenticating) user|Disconnected from (invalid|authenticating) user) /) {
    user = substr($0, RLENGTH + 1); gsub(/[[:cntrl:]]/, "?", user)
    if (match(user, /( from)? [0-9A-Fa-f.:]+ port [0-9]+( \[preauth\])?$/)) {
      part = substr(user, RSTART + 1); sub(/^from /, "", part); split(part, word, " ")
      silent[word[1] " " word[3]] = substr(user, 1, RSTART - 1)
    }
  }
  END {
    for (session in silent) if (!(session in told)) { split(session, word, " "); count(word[1], told[session] = silent[session]) }
    # Of a session that is refused by the lists of users sshd says that and how it failed.
    for (session in told) { split(session, word, " "); refused[word[1], told[session]]-- }
    for (it in refused) while (refused[it]-- > 0) { split(it, word, SUBSEP); count(word[1], word[2]) }
    for (a in addresses) printf "a\t%8d  %s\n", addresses[a], a
    for (u in users) printf "u\t%8d  %s\n", users[u], u
    printf "t\t%d %d\n", NR, total
  }') || die 1 "the journal cannot be read"

sum=${counted##*$'\t'}
if ((${sum#* } == 0)); then
  printf 'no failed SSH login within %d hours (sshd wrote %d lines into the journal; with none it may log elsewhere)\n' "$hours" "${sum% *}"
  exit 0
fi
printf 'by address:\n'
printf '%s\n' "$counted" | sed -n 's/^a\t//p' | sort -k1,1nr -k2 | sed -n "1,${limit}p"
printf 'by name:\n'
printf '%s\n' "$counted" | sed -n 's/^u\t//p' | sort -k1,1nr -k2 | sed -n "1,${limit}p"
printf '%d failed logins within %d hours; not counted are connections that sshd drops at once (PerSourcePenalties, MaxStartups)\n' "${sum#* }" "$hours"
