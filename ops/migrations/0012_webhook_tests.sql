-- A message that tries a receiver: `test_asked_by` is the version of the event that has asked for it, until it was sent.
ALTER TABLE public.webhooks ADD COLUMN test_asked_by bigint;

CREATE FUNCTION public.scoresheet_webhook_test_with_event() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    UPDATE public.webhooks w
        SET test_asked_by = CASE WHEN NEW.topic LIKE 'webhooks.test-asked.%' THEN NEW.version END
        WHERE w.id = (convert_from(NEW.state, 'UTF8')::jsonb -> 'event' ->> 'webhook')::uuid;
    RETURN NULL;
END
$$;

CREATE TRIGGER webhook_test_with_event AFTER INSERT ON public.events
    FOR EACH ROW WHEN (
        NEW.stream = 'webhooks'
        AND (NEW.topic LIKE 'webhooks.test-asked.%' OR NEW.topic LIKE 'webhooks.webhook-disabled.%')
    ) EXECUTE FUNCTION public.scoresheet_webhook_test_with_event();

-- The webhooks whose receivers are to be tried.
CREATE FUNCTION public.scoresheet_webhook_tests() RETURNS TABLE (webhook uuid, asked_by bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    SELECT w.id, w.test_asked_by FROM public.webhooks w WHERE w.is_enabled AND w.test_asked_by IS NOT NULL;
$$;

-- What became of the message that the event `seen` has asked for. Nothing follows from it.
CREATE FUNCTION public.scoresheet_end_test(
    of_webhook uuid, seen bigint, sent_message text, sent_at timestamptz, took integer,
    met text, with_status integer, at_address text, with_answer bytea
) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    INSERT INTO public.webhook_attempts (webhook, message, entries, began_at, milliseconds, outcome, status, dialled, answer)
        VALUES (of_webhook, sent_message, 0, sent_at, took, met, with_status, at_address, with_answer);
    UPDATE public.webhooks w SET test_asked_by = NULL WHERE w.id = of_webhook AND w.test_asked_by = seen;
END
$$;

GRANT EXECUTE ON FUNCTION public.scoresheet_webhook_tests, public.scoresheet_end_test TO scoresheet_webhooks;
