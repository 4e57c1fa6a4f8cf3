# Finds sockets that it might have been left, and with them whoever is at the other end.
# control: same-box
python3 - <<'END'
import os, stat
for fd in range(3, 1024):
    try:
        if stat.S_ISSOCK(os.fstat(fd).st_mode):
            print("ESCAPED")
    except OSError:
        pass
END
