/** The columns of a family's row that tests use. */
export interface FamilyRow {
  readonly id: number;
  readonly guid: string;
  readonly state: 'draft' | 'awaiting' | 'registered';
  readonly email: string;
  readonly familyName: string;
  readonly zipCode: string;
  readonly city: string;
  readonly referredBy: string;
  readonly okayToContact: 'Y' | 'N';
  readonly registeredDate: Date | null;
  readonly firstEmailSentDate: Date | null;
  readonly agreementAcceptedAt: Date | null;
  readonly createdBy: string;
  readonly modifiedBy: string;
}

export interface GuardianRow {
  readonly firstName: string;
  readonly lastName: string;
  readonly primaryPhone: string;
  readonly relationshipToChild: string;
  readonly isPrimary: 'Y' | 'N';
  readonly registeredDate: Date | null;
}

export interface ChildRow {
  readonly firstName: string;
  readonly gender: string;
  readonly monthOfBirth: number;
  readonly yearOfBirth: number;
  readonly whichHandId: string;
  readonly languageSpokenAtHome: string;
  readonly additionalLanguage1: string | null;
  readonly additionalLanguage2: string | null;
  readonly createdBy: string;
  readonly modifiedBy: string;
  readonly registeredDate: Date | null;
}

export const FAMILY = `SELECT id, guid, state, email, family_name AS "familyName", zip_code AS "zipCode", city,
    referred_by AS "referredBy", okay_to_contact_indicator AS "okayToContact",
    registered_date AS "registeredDate", first_email_sent_date AS "firstEmailSentDate",
    agreement_accepted_at AS "agreementAcceptedAt", created_by AS "createdBy", modified_by AS "modifiedBy"
  FROM families WHERE email = lower($1)`;

export const GUARDIANS = `SELECT g.first_name AS "firstName", g.last_name AS "lastName", g.primary_phone AS "primaryPhone",
    g.relationship_to_child AS "relationshipToChild", g.is_primary_indicator AS "isPrimary",
    g.registered_date AS "registeredDate"
  FROM guardians g JOIN families f ON f.id = g.family_id WHERE f.email = lower($1) ORDER BY g.id`;

export const CHILDREN = `SELECT c.first_name AS "firstName", c.gender, c.month_of_birth AS "monthOfBirth",
    c.year_of_birth AS "yearOfBirth", c.which_hand_id AS "whichHandId",
    c.language_spoken_at_home AS "languageSpokenAtHome", c.additional_language_1 AS "additionalLanguage1",
    c.additional_language_2 AS "additionalLanguage2", c.created_by AS "createdBy", c.modified_by AS "modifiedBy",
    c.registered_date AS "registeredDate"
  FROM children c JOIN families f ON f.id = c.family_id WHERE f.email = lower($1) ORDER BY c.id`;
