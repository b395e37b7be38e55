import { describe, expect, it } from '@jest/globals';
import type { Indicator, StaffGuardian } from '@kidlab/contract';

import { shownGuardians } from './member-facts.js';

function guardian(id: number, isPrimaryIndicator: Indicator): StaffGuardian {
  return {
    id,
    isPrimaryIndicator,
    version: 1,
    familyId: 1,
    familyGuid: '',
    familyName: 'Doe',
    familyEmail: 'doe@example.org',
    firstName: 'Jane',
    lastName: 'Doe',
    email: 'jane@example.org',
    primaryPhone: '(510) 555-0100',
    zipCode: '94608',
    city: 'Emeryville',
    relationshipToChild: 'Mother',
    notes: null,
    eml: null,
    registeredIndicator: 'Y',
    registeredDate: null,
    disabledIndicator: 'N',
    createdDate: '',
    createdBy: '',
    modifiedDate: '',
    modifiedBy: '',
  };
}

describe('guardians on the page of a family', () => {
  it('come primary first, then by id', () => {
    const shown = shownGuardians([guardian(7, 'N'), guardian(9, 'Y'), guardian(3, 'N')]);
    expect(shown.map(({ id }) => id)).toEqual([9, 3, 7]);
  });

  it('a single one is shown as primary, whatever is stored', () => {
    expect(shownGuardians([guardian(1, 'N')])).toMatchObject([{ isPrimaryIndicator: 'Y' }]);
  });

  it('none are none', () => {
    expect(shownGuardians([])).toEqual([]);
  });
});
