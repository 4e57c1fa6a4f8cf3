#!/usr/bin/env bash
. "$HARNESS"

printf 'root:x:0:0:root:/root:/bin/bash\ndaemon:x:1:1::/:/usr/sbin/nologin\nana:x:1001:1001::/home/ana:/bin/sh\n' >good
{ cat good; printf 'toor:x:0:0::/root:/bin/sh\nhid:x:00:5::/dev/shm:/bin/sh\noperator:x:11:0::/root:/sbin/nologin\nbroken line\n+::::::\n'; printf 'e\033[2Jvil:x:0:0::/:/bin/sh'; } >'bad file'

run --file good
check 'only root succeeds' test "$status" -eq 0
check 'root is shown' grep -qx 'root: home /root, shell /bin/bash' <<<"$out"
check 'it is counted' grep -q '^1 accounts with user id 0, 0 with group 0, 0 malformed lines; good was last changed .*; accounts of a directory (LDAP, SSSD) are not in it$' <<<"$out"
{ cat good; echo '# kept for the auditors'; } >commented
run --file commented
check 'a comment is no malformed line' test "$status" -eq 0
run --file 'bad file'
check 'a second root is a failure' test "$status" -eq 1
check 'it is listed' grep -qx 'UID 0: toor (written 0): home /root, shell /bin/sh' <<<"$out"
check 'another spelling of 0 is found' grep -q '^UID 0: hid (written 00)' <<<"$out"
check 'a last line without its end is read' grep -q 'vil' <<<"$out"
check 'escapes are quoted' test -z "$(grep $'\033' <<<"$out")"
check 'group 0 is pointed out' grep -qx 'note: operator has group 0 as its primary group' <<<"$out"
check 'a malformed line is told' grep -qx 'malformed line: broken line' <<<"$out"
check 'a line of NIS is none' grep -q ', 1 malformed lines' <<<"$out"
grep -v '^root' good >norootfile
run --file norootfile
check 'a missing root is a failure' bash -c '[ "$1" -eq 1 ] && grep -q "^NO ACCOUNT root" <<<"$2"' _ "$status" "$out"
run --file nowhere
check 'a missing file is refused' test "$status" -eq 3
run --file '$(touch pwned)'
check 'a hostile value runs nothing' test ! -e pwned
run --bogus
check 'an unknown option is wrong usage' test "$status" -eq 2
run --help
check 'help is given' grep -q '^Usage:' <<<"$out"
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" --file good >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
