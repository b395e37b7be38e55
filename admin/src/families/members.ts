import { HOUSEHOLD, HOUSEHOLD_MESSAGES } from '@kidlab/contract';

import { addChildPath, addGuardianPath } from '../layout/links.js';
import { FAMILY_DETAILS_TEXTS } from '../texts/portal.js';

/** The guardians and children of a family, and how to add one. */
export const MEMBERS = {
  guardian: {
    resource: 'guardians',
    add: FAMILY_DETAILS_TEXTS.addGuardian,
    addPath: addGuardianPath,
    max: HOUSEHOLD.maxGuardians,
    tooMany: HOUSEHOLD_MESSAGES.tooManyGuardians,
  },
  child: {
    resource: 'children',
    add: FAMILY_DETAILS_TEXTS.addChild,
    addPath: addChildPath,
    max: HOUSEHOLD.maxChildren,
    tooMany: HOUSEHOLD_MESSAGES.tooManyChildren,
  },
} as const;
