# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
file='the list/in ventory.csv'
check 'a value with comma and quotes is quoted' grep -qF 'a,"Weird ""OS"", v=1.0",' "$file"
check 'backslashes, percent and dollar signs stay as they are' grep -qF ',a\tb%s $HOME,' "$file"
check 'other keys are not taken for these, and empty values stay empty' grep -qE '^a,.*,,,ok$' "$file"
check 'blanks of a value stay, and missing keys leave fields empty' grep -qxF 'b,,  two  blanks ,,1,ok' "$file"
check 'a host that comes again is left out' [ "$(wc -l <"$file")" -eq 3 ]
check 'the exit status is 0' [ "$STATUS" -eq 0 ]
finish
