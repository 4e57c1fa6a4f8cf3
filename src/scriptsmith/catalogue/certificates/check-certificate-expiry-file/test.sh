#!/usr/bin/env bash
. "$HARNESS"

make() { # NAME DAYS
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj "/CN=$1" -days "$2" -keyout "$1.key" -out "$1.pem" 2>/dev/null
}
make long 400
make short 10
cat long.key long.pem short.pem >'the chain.pem'
cp long.pem -- -dash.pem
printf -- '-----BEGIN CERTIFICATE-----\nbm9uc2Vuc2U=\n-----END CERTIFICATE-----\n' >bad.pem
echo 'not a certificate' >plain.txt

run --file long.pem
check 'a long-lived certificate is fine' test "$status" -eq 0
check 'its subject and days are shown' grep -Eq '^ok until .*, (399|400) days left: CN ?= ?long' <<<"$out"
run --file short.pem
check 'one that expires soon is a warning' test "$status" -eq 1
check 'and is named' grep -Eq '^EXPIRES SOON .*CN ?= ?short' <<<"$out"
run --file short.pem --days 5
check 'the number of days counts' test "$status" -eq 0
run --file 'the chain.pem'
check 'a chain with one that expires soon is a warning' test "$status" -eq 1
check 'each link is checked' grep -q '^2 certificate' <<<"$out"
run --file -dash.pem
check 'a leading dash in the name does no harm' test "$status" -eq 0
cp short.pem before.pem
run --file short.pem
check 'it only reads' cmp short.pem before.pem
stub date <<'EOF'
if [ "$*" = +%s ]; then exec /bin/date -d '+30 days' +%s; fi
exec /bin/date "$@"
EOF
run --file short.pem
check 'an expired one is told' grep -Eq '^EXPIRED .*, (19|20) days ago' <<<"$out"
check 'an expired one is a warning' test "$status" -eq 1
rm .stubs/date

TMPDIR=$PWD/nowhere run --file 'the chain.pem'
check 'no room for temporary files is none' test "$status:$(grep -c ' days left: ' <<<"$out")" = 1:2
sed 's/$/\r/' short.pem | head -c -2 >crlf.pem
run --file crlf.pem
check 'lines with CR and a last line without its end are read' grep -q '^EXPIRES SOON' <<<"$out"
{ cat long.pem; head -n 4 short.pem; } >cut.pem
run --file cut.pem
check 'one that is cut off is not passed over' test "$status:$(grep -c 'certificate 2 of cut.pem is cut off' <<<"$err")" = 3:1
run --file bad.pem
check 'a broken certificate is refused' test "$status" -eq 3
run --file plain.txt
check 'a file without a certificate is refused' test "$status" -eq 3
run --file nowhere.pem
check 'a missing file is refused' test "$status" -eq 3
run
check 'the file is required' test "$status" -eq 2
run --file long.pem --days 'x[$(touch pwned)]'
check 'a bad number is refused' test "$status" -eq 2
run --file 'x; touch pwned'
check 'a hostile value runs nothing' test ! -e pwned

mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" --file long.pem >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
