# Leaves names that are no text, no line and no path.
# control: naive-collector
python3 - <<'END'
import os
for name in (b"\xff\xfe", b"a\nb", b"\x1b[2J", b" ", b"-rf", b"$(id)", b"\x01", b"x" * 255, b"..\n", b"{}", b"%s%n"):
    open(b"/work/" + name, "wb").write(b"x")
END
echo hidden > /work/sentinel
