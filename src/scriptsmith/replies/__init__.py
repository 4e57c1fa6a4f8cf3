"""Getting a script out of whatever a model wrote: which part of a reply it is, and what of the reply is left in it."""
