#!/usr/bin/env bash
# Show the users whom sudoers lets run commands as another user, and the accounts with user id 0.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-users-with-sudo [--root DIR]

Read etc/passwd, etc/group, etc/sudoers and what that includes below DIR, and print a line for each
user with a rule: USER, how the rule reaches them, the file and the rule. Groups and User_Alias
names are resolved from these files; of this host itself each group is asked of the directory service
by its name, too, where /etc/nsswitch.conf has one, which need not tell all members. Rules that sudo
takes from elsewhere (LDAP, sss) are told and not seen. Not judged is whether the commands of a rule
amount to root, and other ways to it (su, polkit, the groups of Docker or disk) are not looked at.

  --root DIR  directory that holds etc, such as the mount point of another system (default /)
  --help      show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'show-users-with-sudo: %s\n' "$2" >&2
  exit "$1"
}

root=/
while (($# > 0)); do
  case $1 in
    --root)
      (($# >= 2)) || die 2 "$1 needs a value"
      root=$2
      shift 2
      ;;
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

[[ -n $root ]] || die 2 "--root takes a directory"
[[ $root == /* || $root == ./* ]] || root=./$root
etc=${root%/}/etc
for file in "$etc/passwd" "$etc/group"; do
  [[ -f $file && -r $file ]] || die 3 "no readable file: $file"
done

shopt -s nullglob
host=$(uname -n)
host=${host%%.*}
sources=()
[[ ! -e $etc/sudoers ]] || sources=("$etc/sudoers")
# What is included is read as well, as sudo does; the list grows meanwhile.
for ((at = 0; at < ${#sources[@]}; at++)); do
  source=${sources[at]}
  [[ -r $source ]] || die 3 "cannot read $source (run this as root)"
  ((at < 1000)) || die 1 "$source: the files include each other without end"
  while IFS= read -r line || [[ -n $line ]]; do
    [[ $line =~ ^[[:space:]]*[@#]include(dir)?[[:space:]]+(.*[^[:space:]]) ]] || continue
    kind=${BASH_REMATCH[1]} path=${BASH_REMATCH[2]//\"/}
    path=${path//\\ / } path=${path//%h/$host}
    if [[ $path == /* ]]; then path=${root%/}$path; else path=${source%/*}/$path; fi
    if [[ $kind != dir ]]; then
      if [[ -e $path ]]; then sources+=("$path"); fi
      continue
    fi
    [[ -d $path ]] || continue
    [[ -r $path && -x $path ]] || die 3 "cannot read $path (run this as root)"
    for each in "${path%/}"/*; do
      # sudo itself passes over names with a dot or with ~ at the end.
      [[ ! -f $each || ${each##*/} == *.* || $each == *~ ]] || sources+=("$each")
    done
  done <"$source"
done
((${#sources[@]} > 0)) || printf 'note: there is no sudoers file in %s\n' "$etc" >&2

# A directory service may add members to groups that are in etc/group; without one there are no others (Ubuntu has a rule for a group admin).
directory=true
services=$(sed -n 's/^group:[[:space:]]*//p' "$etc/nsswitch.conf" 2>/dev/null) || services=''
if [[ $services =~ ^((files|compat|db|systemd)([[:space:]]+\[[^]]*\])?[[:space:]]*)+(#.*)?$ ]]; then directory=false; fi

found=$(awk -F '\n' -v ask="${root%/}$directory" '
  function add(user, via, rule) { print user "\t" via "\t" rule }
  function group(name, gid, via, rule,   n, i, part, seen) {
    if (!(name in members)) { add("?" name, via, rule); return }
    n = split(members[name], part, ",")
    for (i = 1; i <= n; i++) if (part[i] != "") { add(part[i], via, rule); seen++ }
    n = split(primary[gid], part, ",")
    for (i = 1; i <= n; i++) if (part[i] != "") { add(part[i], via, rule); seen++ }
    if (ask == "true") add((seen ? "=" : "?") name, via, rule)
    else if (!seen) add("(nobody)", via, rule)
  }
  function expand(list, via, rule, depth,   n, i, part, name) {
    n = split(list, part, ",")
    for (i = 1; i <= n; i++) {
      name = part[i]
      gsub(/\001/, " ", name)
      gsub(/\\\\/, "\\", name)
      if (name == "" || depth > 8) continue
      if (name ~ /^%#[0-9]+$/) group(substr(name, 3) in group_of ? group_of[substr(name, 3)] : substr(name, 3), substr(name, 3), via "group " name, rule)
      else if (name ~ /^%:/) group(substr(name, 3), gid_of[substr(name, 3)], via "group " substr(name, 3), rule)
      else if (name ~ /^%/) group(substr(name, 2), gid_of[substr(name, 2)], via "group " substr(name, 2), rule)
      else if (name ~ /^#[0-9]+$/) add(substr(name, 2) in user_of ? user_of[substr(name, 2)] : name, via "uid " name, rule)
      else if (name == "ALL") add("(everybody)", via "ALL", rule)
      else if (name in alias) expand(alias[name], via "alias " name ", ", rule, depth + 1)
      else add(name, via "by name", rule)
    }
  }
  kind == "passwd" {
    split($0, f, ":")
    user_of[f[3]] = f[1]
    primary[f[4]] = primary[f[4]] "," f[1]
    if (f[3] == "0") add(f[1], "user id 0", FILENAME)
    next
  }
  kind == "group" { split($0, f, ":"); gid_of[f[1]] = f[3]; group_of[f[3]] = f[1]; members[f[1]] = f[4]; next }
  {
    line = pending $0
    pending = ""
    if (line ~ /\\$/) { pending = substr(line, 1, length(line) - 1) " "; next }
    sub(/^[ \t]+/, "", line)
    if (line ~ /^Defaults.*!authenticate/) add("(no password)", "Defaults", FILENAME ": " line)
    if (line ~ /^#[^0-9]/ || line == "#" || line ~ /^@/ || line == "" || line ~ /^Defaults/) next
    sub(/[ \t]#[^0-9].*$/, "", line)
    gsub(/[ \t]+/, " ", line)
    short = line
    while (match(short, /"[^"]*"/)) {
      quoted = substr(short, RSTART + 1, RLENGTH - 2)
      gsub(/ /, "\001", quoted)
      short = substr(short, 1, RSTART - 1) quoted substr(short, RSTART + RLENGTH)
    }
    gsub(/\\ /, "\001", short)
    gsub(/ ?, ?/, ",", short)
    if (short ~ /^User_Alias /) {
      sub(/^User_Alias /, "", short)
      n = split(short, one, / ?: ?/)
      for (i = 1; i <= n; i++) {
        gsub(/ /, "", one[i])
        at = index(one[i], "=")
        alias[substr(one[i], 1, at - 1)] = substr(one[i], at + 1)
      }
      next
    }
    if (short ~ /^(Runas|Host|Cmnd|Cmd)_Alias /) next
    who[++rules] = substr(short, 1, index(short " ", " ") - 1)
    text[rules] = FILENAME ": " line
  }
  END { for (r = 1; r <= rules; r++) expand(who[r], "", text[r], 0) }
  ' kind=passwd "$etc/passwd" kind=group "$etc/group" kind=sudoers "${sources[@]}") || die 1 "could not read the files in $etc"

rows=''
while IFS= read -r row; do
  if [[ $row == [?=]* ]]; then
    name=${row%%$'\t'*} rest=${row#*$'\t'} names=()
    if [[ ${root%/} == '' ]] && line=$(getent group -- "${name:1}"); then IFS=, read -r -a names <<<"${line##*:}"; fi
    if [[ $row == '?'* ]] && ((${#names[@]} == 0)); then
      # A name behind %: is asked of a plugin of sudo.
      if $directory || [[ $rest == *%:* ]]; then names=('(members not known)'); else names=('(no such group)'); fi
    fi
    for name in "${names[@]}"; do rows+="$name"$'\t'"$rest"$'\n'; done
  else
    rows+="$row"$'\n'
  fi
done <<<"$found"
rows=$(sort -u <<<"${rows%$'\n'}")
printf '%s\n' "$rows"
printf '%d user(s) with sudo or user id 0\n' "$(cut -f1 <<<"$rows" | sort -u | grep -vcE '^([!+].*|\((nobody|no password|members not known|no such group)\))$' || true)"
printf 'not looked at: other ways to root (su, polkit, the groups of Docker or disk), what the commands of a rule amount to, for which host it is, and who is locked\n'
if $directory || grep -q '^(members not known)' <<<"$rows"; then
  printf 'note: who else is in these groups by a directory service is not known here; more users than these may have sudo\n' >&2
fi
others=$(sed -n 's/^sudoers:[[:space:]]*//p' "$etc/nsswitch.conf" 2>/dev/null) || others=''
[[ ! $others =~ sss|ldap ]] || printf 'note: sudo also takes rules from: %s; what stands there is not seen (sudo -l -U USER tells)\n' "$others" >&2
