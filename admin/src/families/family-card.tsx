import type { StaffFamilyDetails } from '@kidlab/contract';
import type { ReactNode } from 'react';

import { consentFacts, familyFacts } from './family-facts.js';
import { RecordCard } from './record-card.js';
import { editFamilyPath } from '../layout/record-paths.js';
import { handOver } from '../layout/record-state.js';

interface FamilyCardProps {
  readonly family: StaffFamilyDetails;
  readonly isGone: boolean;
  readonly onDelete: () => void;
}

export function FamilyCard({ family, isGone, onDelete }: FamilyCardProps): ReactNode {
  return (
    <RecordCard
      level={2}
      name={family.familyName}
      facts={[...familyFacts(family), ...consentFacts(family)]}
      editPath={editFamilyPath(family.guid)}
      editState={{ ...handOver(family), family }}
      isGone={isGone}
      onDelete={onDelete}
    />
  );
}
