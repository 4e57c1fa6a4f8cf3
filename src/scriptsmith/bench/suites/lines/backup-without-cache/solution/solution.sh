tar -czf backup/app.tar.gz --anchored --exclude=app/cache --no-anchored --exclude='*.tmp' app
