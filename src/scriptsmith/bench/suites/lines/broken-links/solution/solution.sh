find opt -xtype l | LC_ALL=C sort
