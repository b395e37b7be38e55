import type { AccessFamily, ErasureScope } from '@kidlab/contract';
import { Box, FormControl, FormControlLabel, FormLabel, Radio, RadioGroup } from '@mui/material';
import type { ReactNode } from 'react';

import { type Fact, Facts } from '../layout/facts.js';
import { FamilyLink } from '../layout/list/columns.js';
import { NOT_AVAILABLE, timeText } from '../texts/dates.js';
import { ERASED_KIND_NAMES, ERASURE_SCOPE_NAMES, REQUEST_TEXTS } from '../texts/privacy.js';
import { familyState } from '../texts/portal.js';

const named = (people: readonly { readonly firstName: string }[]): string =>
  people.map(({ firstName }) => firstName).join(', ') || NOT_AVAILABLE;

function factsOf({ family, consent, guardians, otherGuardians, children }: AccessFamily): Fact[] {
  return [
    {
      label: REQUEST_TEXTS.family,
      value: <FamilyLink guid={family.guid} name={family.familyName} />,
    },
    { label: REQUEST_TEXTS.state, value: familyState(family) },
    { label: ERASED_KIND_NAMES.guardians, value: named(guardians) },
    { label: REQUEST_TEXTS.otherGuardians, value: named(otherGuardians) },
    { label: ERASED_KIND_NAMES.children, value: named(children) },
    { label: REQUEST_TEXTS.agreement, value: timeText(consent?.acceptedAt) },
  ];
}

interface FoundFamilyProps {
  readonly found: AccessFamily;
  readonly scope: ErasureScope;
  readonly onScope: (scope: ErasureScope) => void;
}

/** A family with this address. If it has another guardian, staff choose what to erase. */
export function FoundFamily({ found, scope, onScope }: FoundFamilyProps): ReactNode {
  return (
    <Box sx={{ border: '1px solid var(--line)', borderRadius: 1, p: 2, minWidth: 0 }}>
      <Facts facts={factsOf(found)} />
      {found.scopes.length < 2 ? null : (
        <FormControl sx={{ mt: 2 }}>
          <FormLabel id={`scope-${found.family.guid}`}>{REQUEST_TEXTS.scope}</FormLabel>
          <RadioGroup
            aria-labelledby={`scope-${found.family.guid}`}
            value={scope}
            onChange={(_, value) => onScope(value as ErasureScope)}
          >
            {found.scopes.map((each) => (
              <FormControlLabel
                key={each}
                value={each}
                control={<Radio />}
                label={ERASURE_SCOPE_NAMES[each]}
              />
            ))}
          </RadioGroup>
        </FormControl>
      )}
    </Box>
  );
}
