"""The log: the only room that imports the event-sourcing library and writes events.

journal      the way in: carry out commands, ask for states, read what was recorded
command      what is asked and answered: request, decision, outcome; ids and digests of commands
writer       group commit: one thread decides what waits and appends it together
proposal     one command decided on the states that those before it leave
states       states kept in memory and brought up to date; replay to a version or a moment
recorder     the SQL: the append and the reading; the library's recorder
mapper       events to stored bytes and back; the library's mapper
registry     the closed list of event kinds, and upcasts of old ones
catalogue    what this service registers; a new event or kind of stream is named there
sealing      personal text in boxes that take the keys of all who it is about
canonical    canonical JSON, the bytes that are stored and hashed
subscription the library's subscription, which asks for news instead of being told
errors       what is refused here, and what can be wrong with the log
connections  a pool for readers, a connection of its own for the writer
application  the library's application over the same tables, for what works with the library

To change an event: give the new kind a new topic (`….v2`), take the old class away, and name in `catalogue.UPCASTS`
the pure function that turns the old fields into the new ones. Stored bytes never change.
"""
