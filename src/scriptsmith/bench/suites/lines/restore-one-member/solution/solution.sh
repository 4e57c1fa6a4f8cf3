tar -xOzf bundle.tar.gz ./etc/app/app.conf > restore/app.conf
