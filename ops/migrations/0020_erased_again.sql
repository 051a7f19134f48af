-- The start looks for erased persons whose keys a restored table has brought back; this finds the erasures in a long log.
CREATE INDEX events_erased ON public.events (stream) WHERE topic LIKE 'person.erased.%';
