"""Who is told what of incidents and runs, and in which form: pure, without a connection to anything."""
