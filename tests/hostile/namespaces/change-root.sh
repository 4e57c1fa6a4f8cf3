# Changes its root and climbs out of it.
# control: plain
python3 - <<'END'
import os
os.makedirs("/work/jail", exist_ok=True)
try:
    os.chroot("/work/jail")
    print("ESCAPED")
except OSError as error:
    print(error)
END
