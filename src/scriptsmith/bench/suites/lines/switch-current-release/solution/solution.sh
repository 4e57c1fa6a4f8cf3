ln -sfn releases/2.10.0 app/current
