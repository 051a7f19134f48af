-- Erasing a person takes effect with the event, in its transaction: the key of the person's sealed text is destroyed,
-- and so are the person's API keys, with their labels. No crash leaves one without the other.

CREATE FUNCTION scoresheet_erase(erased text) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path FROM CURRENT AS $$
    INSERT INTO person_keys (person, key) VALUES (erased, NULL) ON CONFLICT (person) DO UPDATE SET key = NULL;
    UPDATE api_keys SET revoked_at = coalesce(revoked_at, now()), label = '' WHERE person = erased;
$$;

CREATE FUNCTION scoresheet_erase_with_event() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path FROM CURRENT AS $$
BEGIN
    PERFORM scoresheet_erase(substr(NEW.stream, length('person-') + 1));
    RETURN NULL;
END
$$;

CREATE TRIGGER erase_with_event AFTER INSERT ON events
    FOR EACH ROW WHEN (NEW.topic LIKE 'person.erased.%') EXECUTE FUNCTION scoresheet_erase_with_event();

REVOKE ALL ON FUNCTION scoresheet_erase, scoresheet_erase_with_event FROM PUBLIC;
REVOKE DELETE ON person_keys FROM scoresheet_service;
