import { HOUSEHOLD, MESSAGES } from '@kidlab/contract';
import type { ReactNode } from 'react';
import { CreateBase } from 'react-admin';

import { ChildInputs, newChild } from '../inputs/child-inputs.js';
import { RecordForm } from '../inputs/record-form.js';
import { NothingToEdit, toFamily, useFamilyOf, useRecordParams } from '../inputs/record-page.js';
import { requestOf } from '../inputs/record-values.js';
import { Page, Section } from '../layout/page.js';
import { familyDetailsPath } from '../layout/links.js';
import { FAMILY_DETAILS_TEXTS } from '../texts/portal.js';
import { RECORD_FORM_TEXTS } from '../texts/record.js';

/** Adds a child to the family in the address. */
export default function AddChildPage(): ReactNode {
  const { guid, state, parameter } = useRecordParams();
  const children = useFamilyOf(guid)?.children ?? [];
  const email = parameter('familyEmail') ?? state.familyEmail ?? null;
  const title = FAMILY_DETAILS_TEXTS.addChild;
  if (guid === null || email === null) return <NothingToEdit title={title} />;

  const details = familyDetailsPath(guid);
  if (children.length >= HOUSEHOLD.maxChildren) {
    return <NothingToEdit title={title} why={MESSAGES.tooManyChildren} back={toFamily(guid)} />;
  }
  return (
    <CreateBase resource="children">
      <Page title={title} autoFocus={false}>
        <RecordForm
          initial={{ child: newChild() }}
          request={(values) => ({ ...requestOf('child', values), familyGuid: guid, email })}
          saved={() => ({ to: details })}
          savedBefore={{ to: details, label: RECORD_FORM_TEXTS.openSaved }}
          cancelTo={details}
        >
          <Section heading={parameter('familyName') ?? state.familyName ?? email}>
            <ChildInputs isFirst />
          </Section>
        </RecordForm>
      </Page>
    </CreateBase>
  );
}
