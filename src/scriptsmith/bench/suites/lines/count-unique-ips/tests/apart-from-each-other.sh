. "$HARNESS"
check "addresses count once, blank lines not, the last line without a newline does" diff - "$OUT" <<<4
finish
