#!/usr/bin/env bash
# Show each server block of the nginx configuration: where it listens, its names, and the file.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-nginx-virtual-hosts [--timeout N]

Print one line for each server block of the configuration on disk, with all files that it
includes: listeners, server names, file. Blocks below http come as http, those below stream as
stream. What a server block includes is not told as its own. What the running nginx loaded may be
older than the files. A block without listen listens on port 80 (8000 without root).

  --timeout N  timeout for nginx to print its configuration (default 30)
  --help       show this text

Exit status: 0 done, 1 failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'show-nginx-virtual-hosts: %s\n' "$2" >&2
  exit "$1"
}

timeout=30
while (($# > 0)); do
  case $1 in
    --timeout)
      (($# >= 2)) || die 2 "$1 needs a value"
      timeout=$2
      shift 2
      ;;
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

[[ $timeout =~ ^0*[1-9][0-9]{0,3}$ ]] || die 2 "--timeout takes a whole number above 0, not '$timeout'"
timeout=$((10#$timeout))
for tool in nginx timeout awk; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
rc=0
config=$(timeout "$timeout" nginx -T 2>/dev/null) || rc=$?
((rc != 124)) || die 1 "nginx did not print its configuration within $timeout s"
((rc == 0)) || die 3 "nginx cannot print its configuration: not valid, or not root (nginx -t tells)"
[[ -n $config ]] || die 1 "nginx printed nothing"

# A small reader of nginx syntax: words, quoted words, comments, braces and semicolons.
printf '%s\n' "$config" | LC_ALL=C awk '
  function word_done() { if (word != "" || quoted_word) { words[++n] = word }; word = ""; quoted_word = 0 }
  function statement(   i, text) {
    if (words[1] == "include" && depth > 0 && block[depth] == "server") more = ", or in what it includes"
    if (words[1] == "include" && n == 2) include(words[2])
    if (depth > 0 && block[depth] == "server") {
      if (words[1] == "listen") {
        text = words[2]
        for (i = 3; i <= n; i++) text = text " " words[i]
        listens = listens (listens == "" ? "" : ", ") text
      }
      if (words[1] == "server_name") for (i = 2; i <= n; i++) names = names (names == "" ? "" : " ") words[i]
    }
    n = 0
  }
  # The files that others include come after those, each from its outermost block on: what an included file is
  # part of is told by the block that had the include.
  function within() {
    if (depth > 1) return block[depth - 1]
    return included_in(file)
  }
  function included_in(name,   i) {
    for (i = 1; i <= includes; i++) if (name ~ pattern[i]) return context[i]
    return ""
  }
  function include(glob,   i, c, expression) {
    if (glob !~ /^\//) glob = folder "/" glob
    for (i = 1; i <= length(glob); i++) {
      c = substr(glob, i, 1)
      if (c == "*") expression = expression "[^/]*"
      else if (c == "?") expression = expression "[^/]"
      else if (c == "[" || c == "]") expression = expression c
      else expression = expression (c ~ /[A-Za-z0-9_\/-]/ ? c : "[" c "]")
    }
    pattern[++includes] = "^" expression "$"
    context[includes] = depth > 0 ? block[depth] : included_in(file)
  }
  function opened() {
    depth++
    block[depth] = words[1]
    if (words[1] == "server" && n == 1 && within() ~ /^(http|stream|mail)$/) {
      kind = within(); listens = names = more = ""; origin = file
    } else if (words[1] == "server") block[depth] = "upstream server"
    n = 0
  }
  function closed() {
    if (depth > 0 && block[depth] == "server") {
      found++
      printf "%s  listen: %s  names: %s  file: %s\n", kind, (listens == "" ? "(default" more ")" : listens), (names == "" ? "(none" more ")" : names), origin
    }
    if (depth > 0) depth--
    n = 0
  }
  /^# configuration file .*:$/ && depth == 0 {
    file = substr($0, 22, length($0) - 22)
    if (folder == "") { folder = file; sub(/\/[^\/]*$/, "", folder) }
    next
  }
  {
    gsub(/[[:cntrl:]]/, " ")
    length_of = length($0)
    for (at = 1; at <= length_of; at++) {
      c = substr($0, at, 1)
      if (quote != "") {
        if (c == "\\") { word = word c substr($0, ++at, 1) }
        else if (c == quote) quote = ""
        else word = word c
      } else if (c == "\\") word = word c substr($0, ++at, 1)
      else if ((c == "\"" || c == "\047") && word == "") { quote = c; quoted_word = 1 }
      else if (c == "#" && word == "") break
      else if (c == " ") word_done()
      else if (c == ";") { word_done(); statement() }
      else if (c == "{" && word !~ /\$$/) { word_done(); opened() }
      else if (c == "}" && word !~ /\$\{[A-Za-z0-9_]*$/) { word_done(); closed() }
      else word = word c
    }
    if (quote == "") word_done(); else word = word " "
  }
  END { printf "%d server blocks on disk (nginx may have loaded older ones)\n", found }
'
