import { expect, it } from '@jest/globals';

import { firstGuardian, newChild, newFamily, wholeFamilyRequest } from './record-values.js';

it('a whole family is one request: trimmed, with the address and zip code of its primary guardian', () => {
  const request = wholeFamilyRequest({
    family: { ...newFamily(), familyName: ' Doe ', referredBy: 'Flyer' },
    guardian: {
      ...firstGuardian(),
      firstName: 'Jane',
      email: ' jane@example.org',
      zipCode: '94608',
    },
    child: { ...newChild(), firstName: 'Maya ' },
  });
  expect(request).toMatchObject({
    familyName: 'Doe',
    email: 'jane@example.org',
    zipCode: '94608',
    okayToContactIndicator: 'Y',
    guardians: [
      { email: 'jane@example.org', isPrimaryIndicator: 'Y', relationshipToChild: 'Mother' },
    ],
    children: [{ firstName: 'Maya', whichHandId: 'Right-handed', languageSpokenAtHome: 'English' }],
  });
});
