-- No statistics are gathered of what people said of themselves, so none outlive it; and `scoresheet erasures finish`
-- rewrites the tables that held it.
ALTER TABLE public.shared ALTER COLUMN content SET STATISTICS 0;
ALTER TABLE public.sign_ups ALTER COLUMN called SET STATISTICS 0, ALTER COLUMN name SET STATISTICS 0,
    ALTER COLUMN club SET STATISTICS 0, ALTER COLUMN contact SET STATISTICS 0;
ALTER TABLE public.told_decisions ALTER COLUMN account SET STATISTICS 0, ALTER COLUMN contact SET STATISTICS 0;
ALTER TABLE public.codes ALTER COLUMN hash SET STATISTICS 0;
