#!/usr/bin/env bash
. "$HARNESS"
# with: line_path=/opt/worker/worker.conf
# with: line_key=RETRIES
# with: line_value=3 or more
# refused: line_path=app
# refused: line_key=A B

before() {
  mkdir -p "${line_path%/*}"
  printf '# about\nOTHER=1\n#%s=0\n%s_MORE=2\n' "$line_key" "$line_key" >"$line_path"
}

after() {
  check 'the line is there once' test "$(grep -c "^$line_key=" "$line_path")" -eq 1
  check 'it has the value' grep -qxF "$line_key=$line_value" "$line_path"
  check 'it took the place of the comment' test "$(wc -l <"$line_path")" -eq 4
  check 'other lines stay' grep -qx 'OTHER=1' "$line_path"
  check 'a longer key is another one' grep -qx "${line_key}_MORE=2" "$line_path"
}
