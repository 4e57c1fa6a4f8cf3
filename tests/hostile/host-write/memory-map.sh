# Writes to a file of the host through memory.
# control: same-box
python3 - <<'END'
import mmap, os
with open(os.environ["CANARY"], "r+b") as file, mmap.mmap(file.fileno(), 0) as memory:
    memory[:5] = b"owned"
    memory.flush()
END
