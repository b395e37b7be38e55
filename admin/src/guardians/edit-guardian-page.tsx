import type { StaffGuardian } from '@kidlab/contract';
import type { ReactNode } from 'react';

import { GuardianInputs } from '../inputs/guardian-inputs.js';
import { RecordForm } from '../inputs/record-form.js';
import { EditPage, useAlsoChange, useFamilyOf, useRecordParams } from '../inputs/record-page.js';
import { requestOf, valuesOf } from '../inputs/record-values.js';
import { Section } from '../layout/page.js';
import { familyDetailsPath } from '../layout/links.js';
import { EDIT_TEXTS } from '../texts/portal.js';
import { alsoChangedText, DELETE_TEXTS, linkSentText } from '../texts/record.js';

export default function EditGuardianPage(): ReactNode {
  const { state, guid, id } = useRecordParams();
  return (
    <EditPage<StaffGuardian>
      title={EDIT_TEXTS.added.editGuardian}
      resource="guardians"
      id={id}
      preloaded={state.guardian?.id === id ? state.guardian : undefined}
      familyGuid={guid}
    >
      {(guardian, reload) => <EditGuardianForm guardian={guardian} onReload={reload} />}
    </EditPage>
  );
}

interface EditGuardianFormProps {
  readonly guardian: StaffGuardian;
  readonly onReload: () => void;
}

function EditGuardianForm({ guardian, onReload }: EditGuardianFormProps): ReactNode {
  const { email, familyEmail, familyGuid, familyName } = guardian;
  const details = familyDetailsPath(familyGuid);
  const family = useFamilyOf(familyGuid);
  const names = `the ${familyName} family`;
  const { withSameEmail, choice } = useAlsoChange({
    field: 'guardian.email',
    former: email,
    names: familyEmail === email ? names : '',
  });
  return (
    <RecordForm
      initial={{ guardian: valuesOf('guardian', guardian) }}
      request={(values) => ({ ...requestOf('guardian', values), familyEmail, withSameEmail })}
      saved={(after: StaffGuardian) => {
        const isAlsoChanged =
          after.familyEmail !== familyEmail && after.familyEmail === after.email;
        const isMailed = family?.state === 'awaiting' && isAlsoChanged;
        if (isMailed) return { to: details, notice: linkSentText(after.familyEmail) };
        return isAlsoChanged ? { to: details, notice: alsoChangedText(names) } : { to: details };
      }}
      gone={{ to: details, notice: DELETE_TEXTS.guardian.gone }}
      cancelTo={details}
      onReload={onReload}
    >
      <Section heading={familyName}>
        {/* The only guardian is always primary, so there is nothing to choose. */}
        <GuardianInputs isOnly={family?.guardians.length === 1} ofEmail={choice} />
      </Section>
    </RecordForm>
  );
}
