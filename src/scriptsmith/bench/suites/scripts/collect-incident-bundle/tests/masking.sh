# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
file='out dir/said.txt'
line() { sed -n "$1p" "$file"; }
check 'upper case is masked, up to the blank' [ "$(line 1)" = 'PASSWORD=*** two' ]
check 'secrets in an address are masked, and what is between them is kept' [ "$(line 2)" = 'url=https://h/x?token=***&user=ann&client_secret=***' ]
check 'a double quote ends a secret, a single one does not' [ "$(line 3)" = '{"line": "Secret=***", "token": "stays"}' ]
check 'all secrets of a line are masked' [ "$(line 4)" = $'token=*** token=***\ttoken=***' ]
check 'words that only resemble are kept' [ "$(line 5) $(line 7)" = 'password: not this form   100% \n as it is; tokenize=kept' ]
check 'the last line is masked too' [ "$(line 8)" = 'last line without an end, token=***' ]
check 'no secret is left in any file' [ -z "$(grep -rE 'one|abc|zz|a.b|first|second|third|qq' 'out dir')" ]
finish
