import { PORTAL_ROUTES, type StaffFamilyDetails } from '@kidlab/contract';
import type { ReactNode } from 'react';

import { FamilyAddressInputs, FamilyInputs } from './family-inputs.js';
import { RecordForm } from '../inputs/record-form.js';
import { EditPage, useAlsoChange, useRecordParams } from '../inputs/record-page.js';
import { requestOf, valuesOf } from '../inputs/record-values.js';
import { Section } from '../layout/page.js';
import { familyDetailsPath } from '../layout/links.js';
import { EDIT_TEXTS } from '../texts/portal.js';
import {
  alsoChangedText,
  DELETE_TEXTS,
  guardianName,
  linkSentText,
  RECORD_FORM_TEXTS,
} from '../texts/record.js';

export default function EditFamilyPage(): ReactNode {
  const { state, guid } = useRecordParams();
  const preloaded = state.family?.guid === guid ? state.family : undefined;
  return (
    <EditPage<Omit<StaffFamilyDetails, 'id'> & { id: string }>
      title={EDIT_TEXTS.added.editFamily}
      resource="families"
      id={guid}
      // Families are read and saved by their guid.
      preloaded={preloaded === undefined ? undefined : { ...preloaded, id: preloaded.guid }}
    >
      {(family, reload) => <EditFamilyForm family={family} onReload={reload} />}
    </EditPage>
  );
}

interface EditFamilyFormProps {
  readonly family: Omit<StaffFamilyDetails, 'id'>;
  readonly onReload: () => void;
}

function EditFamilyForm({ family, onReload }: EditFamilyFormProps): ReactNode {
  const { email, familyName, guid } = family;
  const details = familyDetailsPath(guid);
  const sharingGuardians = family.guardians.filter((guardian) => guardian.email === email);
  const names = sharingGuardians.map(guardianName).join(' and ');
  const { withSameEmail, choice } = useAlsoChange({ field: 'family.email', former: email, names });
  return (
    <RecordForm
      initial={{ family: valuesOf('family', family) }}
      request={(values) => ({ guid, ...requestOf('family', values), withSameEmail })}
      saved={(after: StaffFamilyDetails) => {
        if (after.email === email) return { to: details };
        if (after.state === 'awaiting') return { to: details, notice: linkSentText(after.email) };
        const changed = after.guardians.filter(
          (guardian) =>
            guardian.email === after.email && sharingGuardians.some(({ id }) => id === guardian.id),
        );
        if (changed.length === 0) return { to: details };
        return { to: details, notice: alsoChangedText(changed.map(guardianName).join(' and ')) };
      }}
      gone={{ to: PORTAL_ROUTES.search, notice: DELETE_TEXTS.family.gone }}
      cancelTo={details}
      onReload={onReload}
    >
      <Section heading={familyName}>
        <FamilyInputs />
      </Section>
      <Section heading={RECORD_FORM_TEXTS.registeredWith}>
        <FamilyAddressInputs ofEmail={choice} />
      </Section>
    </RecordForm>
  );
}
