# Hides data in attributes of files.
# control: wide-limits
python3 - <<'END'
import os
written = 0
try:
    for n in range(1000):
        path = f"/work/a{n}"
        open(path, "w").close()
        for m in range(8):
            os.setxattr(path, f"user.x{m}", b"x" * 8000)
            written += 8000
except OSError as error:
    print(error)
print("ESCAPED" if written == 1000 * 8 * 8000 else written)
END
