import { EDIT_TEXTS, HOUSEHOLD, MESSAGES, RECORD_FORM_TEXTS } from '@kidlab/contract';
import { type ReactNode, useState } from 'react';

import { ChildInputs } from '../inputs/child-inputs.js';
import { NothingToEdit } from '../inputs/edit-page.js';
import { faultsOfPart, recordFaults } from '../inputs/record-faults.js';
import { RecordForm } from '../inputs/record-form.js';
import { childRequest, newChild, type RecordValues } from '../inputs/record-values.js';
import { savingCalls } from '../inputs/saving-calls.js';
import { useForgetReadData, useIsFull } from '../inputs/use-record-to-edit.js';
import { useToday } from '../inputs/use-today.js';
import { Page } from '../layout/page.js';
import { familyDetailsPath } from '../layout/record-paths.js';
import { Section } from '../layout/section.js';
import { useOpenedWith } from '../layout/use-record-state.js';

/** One more child for the family that the address names. */
export function AddChildPage(): ReactNode {
  const forgetReadData = useForgetReadData();
  const today = useToday();
  const { guid, state, parameter } = useOpenedWith();
  const [initial] = useState<RecordValues>(() => ({ child: newChild() }));
  const isFull = useIsFull(guid, ({ children }) => children.length >= HOUSEHOLD.maxChildren);
  const email = parameter('familyEmail') ?? state.familyEmail ?? null;
  const title = EDIT_TEXTS.added.addChild;
  if (guid === null || email === null) return <NothingToEdit title={title} />;

  const details = familyDetailsPath(guid);
  if (isFull) return <NothingToEdit title={title} why={MESSAGES.tooManyChildren} back={details} />;
  return (
    <Page title={title} autoFocus={false}>
      <RecordForm
        initial={initial}
        faultsOf={(values) => recordFaults(values, today)}
        save={async (values, { formKey }) => {
          const request = { ...childRequest(values.child ?? {}), familyGuid: guid, email };
          await savingCalls.createChild(request, formKey);
          forgetReadData();
          return { to: details };
        }}
        serverFaults={(error) => faultsOfPart('child', error.errors)}
        linkFor={({ status }) =>
          Promise.resolve(
            status === 422 ? { to: details, label: RECORD_FORM_TEXTS.openSaved } : null,
          )
        }
        cancelTo={details}
        replaces
      >
        <Section heading={parameter('familyName') ?? state.familyName ?? email}>
          <ChildInputs isFirst today={today} />
        </Section>
      </RecordForm>
    </Page>
  );
}
