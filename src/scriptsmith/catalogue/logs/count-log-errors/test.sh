#!/usr/bin/env bash
. "$HARNESS"

mkdir -p 'logs/web app' empty
printf 'ERROR one\nfine\nan Error two\nterror three\n' >'logs/web app/front end.log'
printf 'error a.c\nfine\n' >logs/db.log
printf 'zero \0 byte\nerror abc\n' >$'logs/odd\nname.log'
printf 'fine\n' >logs/quiet.log
printf 'error\n' >logs/notes.txt
before=$(find logs -type f -print0 | sort -z | xargs -0 sha256sum)

run --directory logs
check 'it succeeds' test "$status" -eq 0
check 'the most lines come first' test "$(head -n 1 <<<"$out" | grep -cE '^ +3  .*web app/front end.log$')" -eq 1
check 'another log is counted' grep -qE '^ +1  .*logs/db.log$' <<<"$out"
check 'a newline in a name makes no second line' grep -qF "odd\\nname.log'" <<<"$out"
check 'a log without is not listed' bash -c '! grep -q quiet <<<"$1"' _ "$out"
check 'another kind of file is not looked at' bash -c '! grep -q notes <<<"$1"' _ "$out"
check 'it sums up' grep -q '^5 lines in 3 of 4 files$' <<<"$out"

check 'that there are others is told' grep -qx 'not looked into: 1 other files there (--pattern chooses)' <<<"$out"
mkdir main; printf 'error\nerror\n' >main/syslog; printf 'error\n' >main/messages; printf 'error\0\0\n' >main/wtmp; : >main/secure
printf 'error\n' >main/app.log; printf 'error\n' >main/syslog.1
run --directory main
check 'the main logs, which have no suffix, are logs' test "$(awk '{ print $1, $2 }' <<<"$out" | paste -sd,)" = '2 ./main/syslog,1 ./main/app.log,1 ./main/messages,4 lines,not looked'
check 'an empty one is, too; what is no text is not' grep -qx '4 lines in 3 of 4 files' <<<"$out"
check 'nor are rotated ones' grep -qx 'not looked into: 2 other files there (--pattern chooses)' <<<"$out"
run --directory main --pattern 'app*'
check 'with another pattern they are not' grep -qx '1 lines in 1 of 1 files' <<<"$out"

run --directory logs --text 'a.c'
check 'the text is literal' grep -q '^1 lines in 1 of 4 files$' <<<"$out"
run --directory logs --text '-e two'
check 'a leading dash in the text is no option' grep -q '^0 lines' <<<"$out"
run --directory logs --pattern '*.txt'
check 'the pattern chooses the files' grep -q '^1 lines in 1 of 1 files$' <<<"$out"
ln -s "$PWD/main" logs/linked; ln -s db.log logs/link.log
run --directory logs
check 'a linked directory is not entered, and that is said' bash -c 'grep -qx "not entered, a link or another file system: ./logs/linked" <<<"$1" && grep -q "^5 lines in 3 of 4 files$" <<<"$1"' _ "$out"
check 'a link to a file that is counted anyway is none' test "$(grep -c '^not entered' <<<"$out")" -eq 1
rm logs/linked logs/link.log
mkdir containers && ln -s ../main/app.log containers/web.log && ln -s "$PWD/main/app.log" containers/again.log && ln -s ../main/nowhere containers/gone.log && ln -s ../main/messages containers/other.txt
run --directory containers
check 'a link to a file elsewhere counts as the file, once' bash -c 'grep -Eqx " +1  ./containers/(web|again).log" <<<"$1" && grep -qx "1 lines in 1 of 1 files" <<<"$1"' _ "$out"
printf 'error\nerror\n' >containers/app.2026-11-29; ln -s app.2026-11-29 'containers/to day.log'
run --directory "$PWD/containers/"
check 'so does one to a file beside it that has another name' grep -Eqx " +2  .*/containers/to day.log" <<<"$out"
mkdir tomcat; printf 'error\n' >tomcat/catalina.out; printf 'error\nerror\n' >tomcat/db1.err
run --directory tomcat
check 'catalina.out and the like are logs' grep -qx '3 lines in 2 of 2 files' <<<"$out"
run --directory empty
check 'an empty directory is fine' bash -c '[ "$1" -eq 0 ] && [ "$2" = "0 lines in 0 of 0 files" ]' _ "$status" "$out"

run --directory logs --text ''
check 'an empty text is refused' test "$status" -eq 2
run --directory logs --text $'a\nb'
check 'a text of two lines is refused' test "$status" -eq 2
run --directory logs --pattern ../x
check 'a pattern with a slash is refused' test "$status" -eq 2
run --directory nowhere
check 'a missing directory is refused' test "$status" -eq 3
run --directory logs --text '$(touch pwned)"; touch pwned; x'
check 'a hostile text is only looked for' bash -c '[ "$1" -eq 0 ] && grep -q "^0 lines" <<<"$2"' _ "$status" "$out"
check 'a hostile value runs nothing' test ! -e pwned
check 'nothing was changed' test "$(find logs -type f -print0 | sort -z | xargs -0 sha256sum)" = "$before"

stub grep <<'BODY'
exit 2
BODY
run --directory logs
check 'files that cannot be read are told' test "$status" -eq 1
finish
