import { readFileSync } from 'node:fs';

import {
  type CalendarMonth,
  childForm,
  CONFIRMATION_FORM,
  type FieldRule,
  type FormRules,
  REGISTRATION_FORM,
  STAFF_FAMILY_FORM,
  STAFF_GUARDIAN_FORM,
  staffChildForm,
} from '@kidlab/contract';

/** A JSON schema, as far as it is looked into here. */
export interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly [keyword: string]: unknown;
}

/** What a browser solves (altcha-lib's own type). */
const BOT_CHECK_CHALLENGE: Schema = {
  type: 'object',
  description: "A challenge of altcha-lib, as the library's solver takes it.",
  properties: { parameters: { type: 'object' }, signature: { type: 'string' } },
  required: ['parameters', 'signature'],
};

/** The schemas of contract/'s wire types, from the table that the build writes; request types carry their field rules. */
export function wireSchemas(today: CalendarMonth): Record<string, Schema> {
  const file = new URL('../../dist/api-docs/wire-schemas.json', import.meta.url);
  const schemas = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Schema>;
  const forms: Readonly<Record<string, FormRules>> = {
    RegisterRequest: REGISTRATION_FORM,
    ChildRequest: childForm(today),
    ConfirmRequest: CONFIRMATION_FORM,
    FamilyRequest: STAFF_FAMILY_FORM,
    FamilyChange: STAFF_FAMILY_FORM,
    GuardianRequest: STAFF_GUARDIAN_FORM,
    GuardianChange: STAFF_GUARDIAN_FORM,
    ChildRecordRequest: staffChildForm(today),
    ChildRecordChange: staffChildForm(today),
  };
  for (const [name, form] of Object.entries(forms)) {
    const schema = schemas[name];
    if (schema === undefined) throw new Error(`no wire type ${name}`);
    schemas[name] = withRules(schema, form);
  }
  return { ...schemas, BotCheckChallenge: BOT_CHECK_CHALLENGE };
}

/** Requests may carry more than their type says: it is ignored. */
function withRules(schema: Schema, form: FormRules): Schema {
  const { additionalProperties: _closed, ...rest } = schema;
  const properties = Object.entries(schema.properties ?? {}).map(([field, property]) => {
    const rule = form[field];
    return [field, rule === undefined ? property : { ...property, ...keywordsOf(rule) }];
  });
  return { ...rest, properties: Object.fromEntries(properties) as Record<string, Schema> };
}

/** Choices are in the type already. */
function keywordsOf({ maxLength, pattern }: FieldRule): Schema {
  return {
    ...(maxLength === undefined ? {} : { maxLength: maxLength.limit }),
    ...(pattern === undefined ? {} : { pattern: pattern.regex.source }),
  };
}
