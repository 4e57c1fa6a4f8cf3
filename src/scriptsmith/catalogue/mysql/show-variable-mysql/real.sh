#!/usr/bin/env bash
. "$HARNESS"
use mariadb-sessions

db "SET GLOBAL max_connections = 333; SET GLOBAL sql_mode = ''"
run --variable max_connections
check 'the value is shown' test "$status:$out" = '0:max_connections = 333'
run --variable MAX_Connections
check 'whatever the case' test "$out" = 'max_connections = 333'
run --variable sql_mode
check 'an empty value is one' test "$status:$out" = '0:sql_mode = '
db 'SET GLOBAL sort_buffer_size = 524288'
run --variable sort_buffer_size
check 'it is the value for new sessions' test "$out" = 'sort_buffer_size = 524288'
run --variable max_connect
check 'an unknown name is refused' test "$status" -eq 3
check 'what is similar is listed' grep -qx 'similar: max_connections = 333' <<<"$out"
run --variable log
check 'ten at most' test "$(wc -l <<<"$out")" = 10
login clerk
run --variable max_connections
check 'any account may ask' test "$out" = 'max_connections = 333'
login stranger
run --variable max_connections
check 'a login that fails is refused' test "$status" -eq 3
login root
# As where MariaDB gives its programs no other names than its own.
rm /usr/bin/mysql
run --variable max_connections
check 'by the name of MariaDB it works as well' test "$out" = 'max_connections = 333'
finish
