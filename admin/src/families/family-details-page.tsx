import { contactStatusText, PORTAL_ROUTES, type StaffFamilyDetails } from '@kidlab/contract';
import { Alert, Box, Button, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router';

import { DeleteDialog, type Target } from './delete-dialog.js';
import { InvitationHistory } from './invitation-history.js';
import { MailHistory } from './mail-history.js';
import { familyFacts } from './member-facts.js';
import { People, RecordActions, RecordCard } from './people-sections.js';
import { Facts } from '../layout/facts.js';
import { BackToResults } from '../layout/list/back-to-results.js';
import { keepFocus, Loaded, Page } from '../layout/page.js';
import { editFamilyPath } from '../layout/links.js';
import { navigationState } from '../inputs/record-page.js';
import { StateChip } from '../layout/list/cells.js';
import { isGone } from '../providers/http.js';
import { portalCalls } from '../providers/portal-calls.js';
import { orNone, timeText } from '../texts/dates.js';
import { FAMILY_DETAILS_TEXTS, HEADER_TEXTS } from '../texts/portal.js';
import { REQUEST_TEXTS } from '../texts/privacy.js';

/** A family with its guardians, children, invitations and emails. */
export default function FamilyDetailsPage(): ReactNode {
  const [query] = useSearchParams();
  const guid = query.get('guid') ?? '';
  const family = useQuery({
    queryKey: ['family', guid],
    queryFn: ({ signal }) => portalCalls.familyByGuid(guid, signal),
    enabled: guid !== '',
  });
  const isUnknown = isGone(family.error);
  const found = isUnknown ? undefined : family.data;
  // If the family no longer exists, its cards and dialogs unmount, and one of them may have had the focus.
  useEffect(() => {
    if (isUnknown) keepFocus();
  }, [isUnknown]);
  return (
    <Page
      title={FAMILY_DETAILS_TEXTS.added.heading}
      subject={found?.familyName}
      recordId={guid}
      above={<BackToResults guid={guid} />}
      actions={
        found === undefined ? null : (
          <Button component={Link} to={PORTAL_ROUTES.familyOverview} state={{ family: found }}>
            {FAMILY_DETAILS_TEXTS.added.overview}
          </Button>
        )
      }
    >
      {guid === '' || isUnknown ? (
        <>
          <Alert severity="error">{FAMILY_DETAILS_TEXTS.notFound}</Alert>
          <Button component={Link} to={PORTAL_ROUTES.search} sx={{ mt: 2 }}>
            {HEADER_TEXTS.search}
          </Button>
        </>
      ) : (
        <Loaded query={family} failed={FAMILY_DETAILS_TEXTS.failed}>
          {(data) => <FamilyOnScreen key={guid} family={data} />}
        </Loaded>
      )}
    </Page>
  );
}

/** The accepted agreement, collapsed because it is rarely needed. Families added by staff have none. */
function Consent({ family: { consent } }: { readonly family: StaffFamilyDetails }): ReactNode {
  if (consent === null) return null;
  const { acceptedAt, version, origin, network } = consent;
  return (
    <Box component="details" sx={{ mt: 1.5, '& > dl': { mt: 1 } }}>
      <Box
        component="summary"
        sx={{ cursor: 'pointer', width: 'fit-content', py: 0.5, fontSize: '0.95rem' }}
      >
        {REQUEST_TEXTS.agreement}: {timeText(acceptedAt)}
      </Box>
      <Facts
        facts={[
          { label: REQUEST_TEXTS.agreementVersion, value: version },
          { label: REQUEST_TEXTS.agreementOrigin, value: orNone(origin), isWide: true },
          { label: REQUEST_TEXTS.agreementNetwork, value: orNone(network) },
        ]}
      />
    </Box>
  );
}

function FamilyOnScreen({ family }: { readonly family: StaffFamilyDetails }): ReactNode {
  const [target, setTarget] = useState<Target | null>(null);
  const { id, guid, familyName: name } = family;
  return (
    <Box sx={{ display: 'grid', gap: 3, minWidth: 0 }}>
      <RecordCard
        level={1}
        name={name}
        badge={<StateChip {...family} />}
        facts={familyFacts(family)}
        actions={
          <RecordActions
            name={name}
            editPath={editFamilyPath(guid)}
            editState={{ ...navigationState(family), family }}
            onDelete={() => setTarget({ kind: 'family', id, name })}
          />
        }
      >
        <Typography sx={{ mt: 1.5 }}>{contactStatusText(family.contactStatus)}</Typography>
        <Consent family={family} />
      </RecordCard>
      <People kind="guardian" family={family} onDelete={setTarget} />
      <People kind="child" family={family} onDelete={setTarget} />
      <InvitationHistory family={family} />
      <MailHistory family={family} />
      {target === null ? null : (
        <DeleteDialog target={target} familyId={id} onClose={() => setTarget(null)} />
      )}
    </Box>
  );
}
