# Sets the attributes by which a layer says that a folder is another one.
# control: none: only a layer reads such attributes
python3 - <<'END'
import os
os.makedirs("/work/d", exist_ok=True)
open("/work/f", "w").write("x")
target = os.environ["SECRET"].encode()
for path in ("/work/d", "/work/f"):
    for space in ("user", "trusted"):
        for name, value in (("redirect", target), ("opaque", b"y"), ("metacopy", b""), ("whiteout", b"y"), ("origin", b"x" * 20)):
            try:
                os.setxattr(path, f"{space}.overlay.{name}", value)
            except OSError as error:
                print(error)
END
echo hidden > /work/sentinel
