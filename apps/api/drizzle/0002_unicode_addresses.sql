-- Domains of stored addresses in Unicode, as `normalizeEmail` writes them, and exactly so in the keys that `emailKey`
-- makes of them. An account whose address would then be that of another one keeps what it has.

-- A label without punycode (RFC 3492); itself if it has none, or stands for letters in another form.
CREATE FUNCTION unicode_label(label text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	rest text := substr(label, 5);
	basic text := coalesce(substring(rest from '^(.*)-[^-]*$'), '');
	letters text[] := string_to_array(nullif(basic, ''), NULL);
	digits text := CASE WHEN basic = '' THEN rest ELSE substr(rest, length(basic) + 2) END;
	n bigint := 128; i bigint := 0; bias bigint := 72; at int := 1;
	former bigint; weight bigint; digit bigint; threshold bigint; k bigint; delta bigint; count bigint;
	decoded text;
BEGIN
	IF label NOT LIKE 'xn--%' OR length(label) > 63 OR digits !~ '^[a-z0-9]+$' THEN RETURN label; END IF;
	letters := coalesce(letters, '{}');
	WHILE at <= length(digits) LOOP
		former := i; weight := 1; k := 36;
		LOOP
			IF at > length(digits) THEN RETURN label; END IF;
			digit := strpos('abcdefghijklmnopqrstuvwxyz0123456789', substr(digits, at, 1)) - 1;
			at := at + 1;
			i := i + digit * weight;
			threshold := least(greatest(k - bias, 1), 26);
			EXIT WHEN digit < threshold;
			weight := weight * (36 - threshold);
			IF weight > 4294967295 OR i > 4294967295 THEN RETURN label; END IF;
			k := k + 36;
		END LOOP;
		count := cardinality(letters) + 1;
		delta := CASE WHEN former = 0 THEN (i - former) / 700 ELSE (i - former) / 2 END;
		delta := delta + delta / count;
		k := 0;
		WHILE delta > 455 LOOP
			delta := delta / 35;
			k := k + 36;
		END LOOP;
		bias := k + 36 * delta / (delta + 38);
		n := n + i / count;
		i := i % count;
		IF n > 1114111 OR n BETWEEN 55296 AND 57343 THEN RETURN label; END IF;
		letters := letters[:i] || chr(n::int) || letters[i + 1:];
		i := i + 1;
	END LOOP;
	decoded := array_to_string(letters, '');
	RETURN CASE WHEN decoded = lower(normalize(decoded COLLATE "default", NFKC)) THEN decoded ELSE label END;
END $$;
--> statement-breakpoint
CREATE FUNCTION domain_of(address text) RETURNS text LANGUAGE sql AS $$ SELECT substring(address from '[^@]*$') $$;
--> statement-breakpoint
CREATE FUNCTION in_unicode(address text, domain text DEFAULT NULL) RETURNS text LANGUAGE sql AS $$
	SELECT substring(address from '^(.*@)[^@]*$') || (
		SELECT CASE WHEN bool_or(unicode_label(label) LIKE 'xn--%') THEN string_agg(label, '.' ORDER BY place)
			ELSE string_agg(unicode_label(label), '.' ORDER BY place) END
		FROM string_to_table(coalesce(domain, domain_of(address)), '.') WITH ORDINALITY AS labels (label, place))
$$;
--> statement-breakpoint
UPDATE users SET email = changed.email, email_key = changed.email_key
FROM (
	SELECT id, in_unicode(email) AS email, in_unicode(email_key, domain_of(email)) AS email_key
	FROM users WHERE email LIKE '%@%xn--%' OR domain_of(email) <> domain_of(email_key)
) AS changed
WHERE users.id = changed.id AND (users.deleted_at IS NOT NULL OR NOT EXISTS (
	SELECT FROM users AS other
	WHERE other.email_key = changed.email_key AND other.id <> changed.id AND other.deleted_at IS NULL
));
--> statement-breakpoint
UPDATE users SET pending_email = in_unicode(pending_email) WHERE pending_email LIKE '%@%xn--%';
--> statement-breakpoint
UPDATE email_changes SET
	old_email = in_unicode(old_email),
	old_email_key = in_unicode(old_email_key, domain_of(old_email)),
	new_email = in_unicode(new_email)
WHERE old_email LIKE '%@%xn--%' OR new_email LIKE '%@%xn--%' OR domain_of(old_email) <> domain_of(old_email_key);
--> statement-breakpoint
DROP FUNCTION in_unicode;
--> statement-breakpoint
DROP FUNCTION domain_of;
--> statement-breakpoint
DROP FUNCTION unicode_label;
