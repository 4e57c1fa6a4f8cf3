#!/usr/bin/env bash
. "$HARNESS"
# with: file_path=/srv/client/endpoints
# with: old_text=v1+
# with: new_text=v2
# refused: file_path=app.conf

before() {
  mkdir -p "${file_path%/*}"
  printf 'a %s b %s\nc oldxexample.org\n' "$old_text" "$old_text" >"$file_path"
}

after() {
  check 'every place has the new text' test "$(head -n 1 "$file_path")" = "a $new_text b $new_text"
  check 'a dot is a dot' test "$(tail -n 1 "$file_path")" = 'c oldxexample.org' 
}
