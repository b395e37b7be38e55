import { PORTAL_ROUTES } from '@kidlab/contract';
import type { ReactNode } from 'react';
import { CreateBase } from 'react-admin';
import { useMatch } from 'react-router';

import { MEMBERS } from './members.js';
import { ChildInputs, NEW_CHILD } from '../inputs/child-inputs.js';
import { GuardianInputs } from '../inputs/guardian-inputs.js';
import { RecordForm } from '../inputs/record-form.js';
import { NothingToEdit, toFamily, useFamilyOf, useRecordParams } from '../inputs/record-page.js';
import { requestOf, valuesOf } from '../inputs/record-values.js';
import { Page, Section } from '../layout/page.js';
import { familyDetailsPath } from '../layout/links.js';
import { RECORD_FORM_TEXTS } from '../texts/record.js';

const NEW = {
  guardian: valuesOf('guardian', { relationshipToChild: 'Mother' }),
  child: NEW_CHILD,
};

/** Adds a guardian or a child, depending on the path, to the family in the address. */
export default function AddMemberPage(): ReactNode {
  const kind = useMatch(PORTAL_ROUTES.addChild) === null ? 'guardian' : 'child';
  const { resource, add: title, max, tooMany } = MEMBERS[kind];
  const { guid, state, parameter } = useRecordParams();
  const members = useFamilyOf(guid)?.[resource] ?? [];
  const email = parameter('familyEmail') ?? state.familyEmail ?? null;
  if (guid === null || email === null) return <NothingToEdit title={title} />;
  if (members.length >= max) {
    return <NothingToEdit title={title} why={tooMany} back={toFamily(guid)} />;
  }
  const familyId = Number(parameter('familyId') ?? state.familyId);
  const family = {
    familyGuid: guid,
    [kind === 'child' ? 'email' : 'familyEmail']: email,
    ...(Number.isInteger(familyId) && familyId > 0 ? { familyId } : {}),
  };
  const details = familyDetailsPath(guid);
  return (
    <CreateBase resource={resource}>
      <Page title={title} autoFocus={false}>
        <RecordForm
          initial={{ [kind]: NEW[kind] }}
          request={(values) => ({ ...requestOf(kind, values), ...family })}
          saved={() => ({ to: details })}
          alreadySaved={{ to: details, label: RECORD_FORM_TEXTS.openSaved }}
          cancelTo={details}
        >
          <Section heading={parameter('familyName') ?? state.familyName ?? email}>
            {kind === 'child' ? <ChildInputs isFirst /> : <GuardianInputs />}
          </Section>
        </RecordForm>
      </Page>
    </CreateBase>
  );
}
