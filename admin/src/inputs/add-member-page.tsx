import type { ReactNode } from 'react';
import { CreateBase } from 'react-admin';

import { MEMBERS } from './members.js';
import { RecordForm } from './record-form.js';
import { NothingToEdit, toFamily, useFamilyOf, useRecordParams } from './record-page.js';
import { requestOf, type Values } from './record-values.js';
import { Page, Section } from '../layout/page.js';
import { familyDetailsPath } from '../layout/links.js';
import { RECORD_FORM_TEXTS } from '../texts/record.js';

interface AddMemberPageProps {
  readonly kind: keyof typeof MEMBERS;
  readonly initial: Values;
  /** The inputs. */
  readonly children: ReactNode;
}

/** Adds a guardian or a child to the family in the address. */
export function AddMemberPage({ kind, initial, children }: AddMemberPageProps): ReactNode {
  const { resource, add: title, most, tooMany } = MEMBERS[kind];
  const { guid, state, parameter } = useRecordParams();
  const members = useFamilyOf(guid)?.[resource] ?? [];
  const email = parameter('familyEmail') ?? state.familyEmail ?? null;
  if (guid === null || email === null) return <NothingToEdit title={title} />;
  if (members.length >= most) {
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
          initial={{ [kind]: initial }}
          request={(values) => ({ ...requestOf(kind, values), ...family })}
          saved={() => ({ to: details })}
          savedBefore={{ to: details, label: RECORD_FORM_TEXTS.openSaved }}
          cancelTo={details}
        >
          <Section heading={parameter('familyName') ?? state.familyName ?? email}>
            {children}
          </Section>
        </RecordForm>
      </Page>
    </CreateBase>
  );
}
