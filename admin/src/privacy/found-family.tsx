import { type AccessFamily, type ErasureScope } from '@kidlab/contract';
import { Box, FormControl, FormControlLabel, FormLabel, Radio, RadioGroup } from '@mui/material';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { type Fact, Facts } from '../layout/facts.js';
import { familyDetailsPath } from '../layout/record-paths.js';
import { site } from '../site.js';
import { formatDateTime, NOT_AVAILABLE } from '../texts/dates.js';
import { ERASURE_SCOPE_NAMES, REQUEST_TEXTS } from '../texts/privacy.js';
import { familyStateText } from '../texts/record.js';

const named = (people: readonly { readonly firstName: string }[]): string =>
  people.length === 0 ? NOT_AVAILABLE : people.map(({ firstName }) => firstName).join(', ');

function factsOf({ family, consent, guardians, otherGuardians, children }: AccessFamily): Fact[] {
  return [
    {
      label: REQUEST_TEXTS.family,
      value: (
        <Box
          component={Link}
          to={familyDetailsPath(family.guid)}
          sx={{ color: 'primary.main', display: 'inline-block', py: 0.5 }}
        >
          {family.familyName}
        </Box>
      ),
    },
    {
      label: REQUEST_TEXTS.state,
      value: familyStateText(
        family.confirmationExpired ? 'expired' : family.state,
        family.disabledIndicator,
      ),
    },
    { label: REQUEST_TEXTS.guardians, value: named(guardians) },
    { label: REQUEST_TEXTS.otherGuardians, value: named(otherGuardians) },
    { label: REQUEST_TEXTS.children, value: named(children) },
    {
      label: REQUEST_TEXTS.agreement,
      value: formatDateTime(consent?.acceptedAt, site.labTimeZone),
    },
  ];
}

interface FoundFamilyProps {
  readonly found: AccessFamily;
  readonly scope: ErasureScope;
  readonly onScope: (scope: ErasureScope) => void;
}

/** A family that the address belongs to; where somebody else is in it, what of it would be erased. */
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
