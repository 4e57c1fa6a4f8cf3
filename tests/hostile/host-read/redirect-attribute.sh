# Makes a folder that claims to be the hidden one moved.
# control: same-box
python3 - <<'END'
import os
path = os.environ["SECRET"]
folder = os.path.dirname(path)
os.makedirs("/var/tmp/x", exist_ok=True)
for name in ("user.overlay.redirect", "trusted.overlay.redirect"):
    try:
        os.setxattr("/var/tmp/x", name, folder.encode())
    except OSError as error:
        print(error)
for place in ("/var/tmp/x", folder):
    print(os.listdir(place))
    for name in os.listdir(place):
        print(open(os.path.join(place, name)).read())
END
