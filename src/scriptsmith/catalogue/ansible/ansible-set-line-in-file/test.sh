#!/usr/bin/env bash
. "$HARNESS"
# with: line_path=/etc/default/worker
# with: line_key=RETRIES
# with: line_value=3 or more
# refused: line_path=app
# refused: line_path=/etc/sudoers
# refused: line_path=/etc/x/../sudoers
# refused: line_path=/etc/ssh/sshd_config
# refused: line_key=A B
# refuses: no_file: is no file here
# refuses: words_in_place_of_equals: another form is in use there
# refuses: a_colon_in_place_of_equals: another form is in use there
# refuses: the_key_before_words: another form is in use there
# refuses: goes_on_in_the_next_line: over several lines
# refuses: open_quote: over several lines
# refuses: set_twice: 2 times:
# refuses: sections_without_the_key: 0 times and has sections
# refuses: set_in_two_sections: 2 times and has sections

before() {
  mkdir -p "${line_path%/*}"
  printf '# about\nOTHER=1\n%s=1\n#%s=0\n%s_MORE=2\n' "$line_key" "$line_key" "$line_key" >"$line_path"
  [[ $line_value != *' '* ]] || sed -i "/^$line_key=/d" "$line_path"
  chown nobody:nogroup "$line_path"
  chmod 600 "$line_path"
}

no_file() { rm "$line_path"; }

words_in_place_of_equals() { printf '# %s <number>\nbind 127.0.0.1\n' "$line_key" >"$line_path"; }

a_colon_in_place_of_equals() { printf 'OTHER=1\n%s: 1\n' "$line_key" >"$line_path"; }

the_key_before_words() { printf 'OTHER=1\n  %s  many\n' "$line_key" >"$line_path"; }

goes_on_in_the_next_line() { printf '%s=a \\\n  b\n' "$line_key" >"$line_path"; }
open_quote() { printf '%s="-Xmx1g\n -Xms1g"\n' "$line_key" >"$line_path"; }

set_twice() { printf '%s=1\n  %s = 2\n' "$line_key" "$line_key" >"$line_path"; }

sections_without_the_key() { printf '[main]\nother=1\n' >"$line_path"; }

set_in_two_sections() { printf '[main]\n%s=1\n[more]\n%s=2\n' "$line_key" "$line_key" >"$line_path"; }

after() {
  value=$line_value lines=5
  if [[ $line_value == *' '* ]]; then value="'$line_value'" lines=4; fi
  check 'the line is there once' test "$(grep -c "^$line_key=" "$line_path")" -eq 1
  check 'it has the value, as one word for the shell' grep -qxF "$line_key=$value" "$line_path"
  check 'it took the place of the old one, or of the comment where there is none' test "$(wc -l <"$line_path")" -eq "$lines"
  check 'other lines stay' grep -qx 'OTHER=1' "$line_path"
  check 'a longer key is another one' grep -qx "${line_key}_MORE=2" "$line_path"
  check 'owner and mode stay' test "$(stat -c %U:%a "$line_path")" = nobody:600
  check 'the file as it was is kept' grep -qx "#$line_key=0" "$line_path".*~
}
