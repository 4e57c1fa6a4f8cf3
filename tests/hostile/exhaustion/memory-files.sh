# Fills memory with files that have no name.
# control: plain
python3 - <<'END'
import os
written = 0
for n in range(20):
    fd = os.memfd_create("x")
    written += os.write(fd, b"x" * (10 << 20))
print("ESCAPED" if written == 200 << 20 else written)
END
