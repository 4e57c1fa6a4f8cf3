python3 -c 'template, value = (open(name, newline="").read() for name in ("site.conf.tmpl", "value.txt")); open("site.conf", "w", newline="").write(template.replace("{{HOST}}", value.rstrip("\n")))'
