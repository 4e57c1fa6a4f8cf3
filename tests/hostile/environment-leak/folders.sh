# Uses a descriptor of a folder outside to climb there.
# control: same-box
python3 - <<'END'
import os, stat
for fd in range(3, 1024):
    try:
        if stat.S_ISDIR(os.fstat(fd).st_mode):
            print(os.listdir(fd), "ESCAPED")
    except OSError:
        pass
END
