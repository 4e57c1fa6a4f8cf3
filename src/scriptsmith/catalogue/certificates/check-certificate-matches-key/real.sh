#!/usr/bin/env bash
. "$HARNESS"
use tls

openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=a -days 9 -keyout rsa.key -out rsa.pem 2>/dev/null
openssl pkey -in /tls/www.key -aes256 -passout pass:secret -out locked.key
run --certificate /tls/www.pem --key /tls/www.key
check 'a pair matches' test "$status" -eq 0 -a -n "$(grep '^match' <<<"$out")"
run --certificate rsa.pem --key rsa.key
check 'an RSA pair too' test "$status" -eq 0
run --certificate /tls/www.pem --key /tls/mid.key
check 'a key of the same kind does not' test "$status" -eq 1 -a -n "$(grep '^MISMATCH' <<<"$out")"
run --certificate /tls/www.pem --key rsa.key
check 'nor one of another' test "$status" -eq 1
openssl ecparam -name prime256v1 -genkey -noout -out ec.key && openssl req -x509 -key ec.key -subj /CN=ec -days 9 -out ec.pem
openssl ec -in ec.key -param_enc explicit -conv_form compressed -out explicit.key 2>/dev/null
run --certificate ec.pem --key explicit.key
check 'an EC key in another form is the same key' test "$status" -eq 0
run --certificate /tls/www.pem --key locked.key
check 'an encrypted key is refused' test "$status" -eq 3 -a -n "$(grep 'encrypted' <<<"$err")"
chmod 644 /tls/www.key
run --certificate /tls/www.pem --key /tls/www.key
check 'a key that everybody may read is pointed out' grep -q 'everybody on this host' <<<"$err"
finish
