-- A key that takes another's place goes on its line, so that a command which was sent under the one and is sent again
-- under the other is carried out once. `line` is the first key of the line; null for that one itself.
ALTER TABLE public.api_keys ADD COLUMN line text COLLATE "C" REFERENCES public.api_keys (id);
