import type { ReactNode } from 'react';

import { AddMemberPage } from '../inputs/add-member-page.js';
import { GuardianInputs } from '../inputs/guardian-inputs.js';
import { valuesOf } from '../inputs/record-values.js';

export default function AddGuardianPage(): ReactNode {
  return (
    <AddMemberPage
      kind="guardian"
      initial={valuesOf('guardian', { relationshipToChild: 'Mother' })}
    >
      <GuardianInputs />
    </AddMemberPage>
  );
}
