#!/usr/bin/env bash
. "$HARNESS"
# with: file_path=/srv/client/endpoints
# with: old_text=v1+
# with: new_text=C:\new\1
# refused: file_path=app.conf
# refused: old_text= 
# refuses: new_text_holds_the_old: give more of the text around it
# given new_text_holds_the_old: new_text=v1++
# refuses: neither_text: nowhere
# refuses: of_the_login: needs a check of its own
# given of_the_login: file_path=/etc/pam.d/app
# refuses: within_a_longer_name: inside a longer word or number too
# refuses: within_a_longer_number: inside a longer word or number too
# given within_a_longer_number: old_text=10.0.0.5
# refuses: before_a_hyphen: inside a longer word or number too
# given before_a_hyphen: old_text=db1
# refuses: behind_a_hyphen: inside a longer word or number too
# refuses: behind_an_underscore: inside a longer word or number too
# untried: old_text | trim because the parameter takes no blank text; the condition is for whoever changes the variables by hand

before() {
  mkdir -p "${file_path%/*}"
  printf 'a %s b %s\nc oldxexample.org\n' "$old_text" "$old_text" >"$file_path"
}

new_text_holds_the_old() { :; }
of_the_login() { :; }
within_a_longer_name() { echo "x$old_text" >>"$file_path"; }
before_a_hyphen() { echo "$old_text-replica" >>"$file_path"; }
behind_a_hyphen() { echo "my-$old_text" >>"$file_path"; }
behind_an_underscore() { echo "my_$old_text" >>"$file_path"; }
within_a_longer_number() { echo "${old_text}0" >>"$file_path"; }

neither_text() { echo another >"$file_path"; }

after() {
  check 'every place has the new text' test "$(head -n 1 "$file_path")" = "a $new_text b $new_text"
  check 'the file as it was is kept' grep -qxF "a $old_text b $old_text" "/var/backups/${file_path##*/}".*
  check 'for root only' test "$(stat -c %U:%a "/var/backups/${file_path##*/}".*)" = root:600
  check 'and not beside it, where it might be read' test "$(find "${file_path%/*}" -name "${file_path##*/}*" | wc -l)" -eq 1
  check 'a dot is a dot' test "$(tail -n 1 "$file_path")" = 'c oldxexample.org' 
}
