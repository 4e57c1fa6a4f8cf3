#!/usr/bin/env bash
. "$HARNESS"

stub dig <<'EOF'
name=''; type=''; at=''
while [ $# -gt 0 ]; do
  case $1 in -q) name=$2; shift ;; -t) type=$2; shift ;; @*) at=$1 ;; +*) ;; *) exit 1 ;; esac
  shift
done
head() { printf ';; ->>HEADER<<- opcode: QUERY, status: %s, id: 1\n;; flags: qr rd ra; QUERY: 1\n\n;; ANSWER SECTION:\n' "$1"; }
case $at:$name in
  @silent:*) echo ';; no servers could be reached'; exit 9 ;;
  *:gone.example) head NXDOMAIN ;;
  *:broken.example) head SERVFAIL ;;
  @new:denied.example) head REFUSED ;;
  @new:moved.example) head NXDOMAIN ;;
  *:empty.example) head NOERROR ;;
  @new:www.example) head NOERROR; printf 'www.example.\t60\tIN\tA\t192.0.2.2\nwww.example.\t60\tIN\tA\t192.0.2.9\n' ;;
  *:away.example) printf ';; ->>HEADER<<- opcode: QUERY, status: NOERROR, id: 1\n;; flags: qr rd; QUERY: 1, ANSWER: 0, AUTHORITY: 1\n' ;;
  *:own.example) printf ';; ->>HEADER<<- opcode: QUERY, status: NOERROR, id: 1\n;; flags: qr aa rd; QUERY: 1, ANSWER: 0, AUTHORITY: 1\n' ;;
  @old:alias.example) head NOERROR; printf 'alias.example.\t60\tIN\tCNAME\tWWW.Example.\n' ;;
  *:alias.example) head NOERROR; printf 'alias.example.\t9\tIN\tCNAME\twww.example.\n' ;;
  @old:text.example) head NOERROR; printf 'text.example.\t60\tIN\tTXT\t"Key"\n' ;;
  *:text.example) head NOERROR; printf 'text.example.\t60\tIN\tTXT\t"key"\n' ;;
  @old:*) head NOERROR; printf 'WWW.example.\t300\tIN\tA\t192.0.2.1\nwww.example.\t300\tIN\tA\t192.0.2.2\n' ;;
  *) head NOERROR; printf 'www.example.\t7\tIN\tA\t192.0.2.2\nwww.example.\t7\tIN\tA\t192.0.2.1\n' ;;
esac
EOF

run --name www.example --first old --second cache
check 'the same in another order is the same' test "$status" -eq 0
check 'it says so' grep -qx 'the same from old and cache' <<<"$out"
check 'the answer is shown without its time' grep -qx 'www.example. IN A 192.0.2.1' <<<"$out"
run --name www.example --first old --second new
check 'a difference is a failure' test "$status" -eq 1
check 'what only one says is told' grep -qx 'only old: www.example. IN A 192.0.2.1' <<<"$out"
check 'and what only the other says' grep -qx 'only new: www.example. IN A 192.0.2.9' <<<"$out"
check 'what both say is told' grep -qx 'both: www.example. IN A 192.0.2.2' <<<"$out"
run --name moved.example --first old --second new
check 'a name that one does not know is a difference' grep -qx 'only new: (NXDOMAIN)' <<<"$out"
run --name gone.example --first old --second new
check 'unknown to both is the same' test "$status" -eq 0
run --name alias.example --first old --second new --type CNAME
check 'names as data are the same in any case' test "$status:$(sed -n 1p <<<"$out")" = '0:alias.example. IN CNAME www.example.'
run --name text.example --first old --second new --type TXT
check 'texts are not' test "$status" -eq 1
run --name broken.example --first old --second new
check 'a failure of both is no agreement' test "$status" -eq 1 -a -n "$(grep -x 'both: (SERVFAIL)' <<<"$out")" -a -n "$(grep 'not every server answered' <<<"$err")"
run --name denied.example --first old --second new
check 'a refusal is no answer' test "$status" -eq 1 -a -n "$(grep -x 'only new: (REFUSED)' <<<"$out")" -a -n "$(grep 'not every server answered' <<<"$err")"
run --name away.example --first old --second new
check 'two that refer to others say nothing' test "$status" -eq 1 -a -n "$(grep -x 'both: (refers to other servers)' <<<"$out")"
run --name own.example --first old --second new
check 'two whose zone it is do' test "$status:$(sed -n 1p <<<"$out")" = '0:(no record of this type)'
run --name empty.example --first a --second b --type AAAA
check 'no record at both is the same' grep -qx '(no record of this type)' <<<"$out"
check 'the type is handed on' test -n "$(calls '^dig @a -q empty.example -t AAAA ')"
run --name www.example --first old --second silent
check 'silence is a failure' bash -c '[ "$1" -eq 1 ] && grep -q "not every server answered" <<<"$2"' _ "$status" "$err"
run --name www.example --first silent --second silent
check 'silence of both is no agreement' test "$status" -eq 1
run --name www.example --first old
check 'a second server is required' test "$status" -eq 2
run --name www.example --first old --second +short
check 'an option of dig is no server' test "$status" -eq 2
run --first a --second b --name 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --first a --second b --name '$(touch pwned)'
check 'a hostile value runs nothing' test ! -e pwned
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" --name www.example --first a --second b >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
