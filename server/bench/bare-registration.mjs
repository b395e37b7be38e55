/** Registration as single statements: what PostgreSQL needs to be told at least. */
const SHARED = `'N', now(), 'Registration Site', now(), 'Registration Site', 1`;
const SHARED_COLUMNS = `registered_indicator, created_date, created_by, modified_date, modified_by, version`;

/** Family and guardian. */
export const REGISTER = `
  WITH family AS (
    INSERT INTO families (guid, email, zip_code, city, family_name, referred_by, okay_to_contact_indicator, state,
      disabled_indicator, registration_session_id, draft_expires_at, ${SHARED_COLUMNS})
    VALUES ($1, $2, $3, '', $4, $5, 'N', 'draft', 'N', $6, now() + interval '1 hour', ${SHARED}) RETURNING id)
  INSERT INTO guardians (family_id, first_name, last_name, email, primary_phone, relationship_to_child,
    is_primary_indicator, disabled_indicator, zip_code, city, ${SHARED_COLUMNS})
  SELECT id, $9, $10, $2, $7, $8, 'Y', 'N', $3, '', ${SHARED} FROM family`;

export const CHILD = `
  INSERT INTO children (family_id, first_name, disabled_indicator, gender, month_of_birth, year_of_birth, which_hand_id,
    language_spoken_at_home, ${SHARED_COLUMNS})
  SELECT id, $2, 'N', $3, $4::integer, $5::integer, $6, $7, ${SHARED} FROM families WHERE email = $1 RETURNING id`;

/** The agreement with its link and the mail that is queued. */
export const AGREE = `
  WITH family AS (
    UPDATE families SET state = 'awaiting', agreement_accepted_at = now(), agreement_version = '1',
      okay_to_contact_indicator = 'Y', registration_session_id = NULL, draft_expires_at = NULL
    WHERE email = $1 RETURNING id, email),
  link AS (
    INSERT INTO confirmation_links (id, family_id, token_hash, created_at, expires_at)
    SELECT $2, id, $3, now(), now() + interval '72 hours' FROM family RETURNING id)
  INSERT INTO outbox_messages (id, kind, dedupe_key, family_id, link_id, to_address, state, next_attempt_at, created_at, sent_at)
  SELECT $4, 'confirmation', $5, family.id, link.id, email, 'sent', now(), now(), now() FROM family, link`;
