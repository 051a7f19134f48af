-- Files that were published, by their SHA-256; the events say of what they are. They only ever grow in number.
CREATE TABLE public.published_files (
    sha256 text COLLATE "C" PRIMARY KEY CHECK (sha256 ~ '^[0-9a-f]{64}$'),
    content bytea NOT NULL
);

GRANT SELECT ON public.published_files TO scoresheet_service;

CREATE FUNCTION public.scoresheet_keep_published_file(published bytea) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    INSERT INTO public.published_files (sha256, content) VALUES (encode(sha256(published), 'hex'), published)
        ON CONFLICT DO NOTHING;
$$;

REVOKE EXECUTE ON FUNCTION public.scoresheet_keep_published_file FROM PUBLIC;
GRANT EXECUTE ON FUNCTION public.scoresheet_keep_published_file TO scoresheet_service;
