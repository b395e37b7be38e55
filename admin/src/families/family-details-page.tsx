import { PORTAL_ROUTES, type StaffFamilyDetails } from '@kidlab/contract';
import { Alert, Box, Button, Typography } from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';

import { consentFacts, familyFacts } from './family-facts.js';
import { InvitationHistory } from './invitation-history.js';
import { MailHistory } from './mail-history.js';
import {
  ChildrenSection,
  GuardiansSection,
  headingOf,
  RecordActions,
  RecordCard,
} from './people-sections.js';
import { type Target, useDeletion } from './use-deletion.js';
import { AskDialog } from '../layout/ask-dialog.js';
import { Facts } from '../layout/facts.js';
import { BackToResults } from '../layout/list/results.js';
import { Loaded, Page } from '../layout/page.js';
import { editFamilyPath, familyDetailsPath, handOver } from '../layout/record-paths.js';
import { StateChip } from '../layout/state-chip.js';
import { CallError } from '../providers/http.js';
import { portalCalls } from '../providers/portal-calls.js';
import { FAMILY_DETAILS_TEXTS, FAMILY_OVERVIEW_TEXTS, HEADER_TEXTS } from '../texts/portal.js';
import { contactStatusText } from '../texts/invitations.js';

/** A family with its guardians, its children and its mail, on one screen. */
export default function FamilyDetailsPage(): ReactNode {
  const [query] = useSearchParams();
  const guid = query.get('guid');
  const family = useQuery({
    queryKey: ['family', guid],
    queryFn: ({ signal }) => portalCalls.familyByGuid(guid ?? '', signal),
    enabled: guid !== null && guid !== '',
  });
  return (
    <Page
      title={FAMILY_DETAILS_TEXTS.added.heading}
      subject={family.data?.familyName}
      above={guid === null ? null : <BackToResults path={familyDetailsPath(guid)} />}
      actions={
        family.data === undefined ? null : (
          <Button
            component={Link}
            to={PORTAL_ROUTES.familyOverview}
            state={{ family: family.data }}
          >
            {FAMILY_OVERVIEW_TEXTS.added.heading}
          </Button>
        )
      }
    >
      {guid === null || guid === '' || isNotFound(family.error) ? (
        <NotFound />
      ) : (
        <Loaded query={family} failed={FAMILY_DETAILS_TEXTS.failed}>
          {(data) => <FamilyOnScreen key={guid} family={data} />}
        </Loaded>
      )}
    </Page>
  );
}

function isNotFound(error: unknown): boolean {
  return error instanceof CallError && error.status === 404;
}

function NotFound(): ReactNode {
  return (
    <>
      <Alert severity="error">{FAMILY_DETAILS_TEXTS.notFound}</Alert>
      <Button component={Link} to={PORTAL_ROUTES.search} sx={{ mt: 2 }}>
        {HEADER_TEXTS.search}
      </Button>
    </>
  );
}

/** That the family agreed, folded: it is asked for once in a while. Staff add families without. */
function Consent({ family }: { readonly family: StaffFamilyDetails }): ReactNode {
  const [accepted, ...others] = consentFacts(family);
  if (accepted === undefined) return null;
  return (
    <Box component="details" sx={{ mt: 1.5, '& > dl': { mt: 1 } }}>
      <Box
        component="summary"
        sx={{ cursor: 'pointer', width: 'fit-content', py: 0.5, fontSize: '0.95rem' }}
      >
        {accepted.label}: {accepted.value}
      </Box>
      <Facts facts={others} />
    </Box>
  );
}

function FamilyOnScreen({ family }: { readonly family: StaffFamilyDetails }): ReactNode {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const after = useCallback(
    ({ kind }: Target) => {
      // Back does not lead to the page of a family that is gone.
      if (kind === 'family') void navigate(PORTAL_ROUTES.addFamily, { replace: true });
      void queryClient.invalidateQueries({
        // Nobody asks for a family that is gone.
        predicate: ({ queryKey }) => kind !== 'family' || queryKey[0] !== 'family',
      });
    },
    [queryClient, navigate],
  );
  const deletion = useDeletion(after);
  const { id, guid, familyName: name } = family;
  return (
    <Box sx={{ display: 'grid', gap: 3, minWidth: 0 }}>
      <RecordCard
        level={1}
        name={name}
        badge={<StateChip {...family} />}
        facts={familyFacts(family)}
        isGone={deletion.gone?.kind === 'family'}
        actions={
          <RecordActions
            name={name}
            editPath={editFamilyPath(guid)}
            editState={{ ...handOver(family), family }}
            onDelete={() => deletion.ask({ kind: 'family', id, name })}
          />
        }
      >
        <Typography sx={{ mt: 1.5 }}>{contactStatusText(family.contactStatus)}</Typography>
        <Consent family={family} />
      </RecordCard>
      <GuardiansSection family={family} deletion={deletion} />
      <ChildrenSection family={family} deletion={deletion} />
      <InvitationHistory family={family} />
      <MailHistory family={family} />
      <AskDialog
        {...deletion.dialog}
        focusAfter={() => {
          const kind = deletion.gone?.kind;
          const hasSection = kind === 'guardian' || kind === 'child';
          return document.querySelector<HTMLElement>(hasSection ? headingOf(kind) : 'h1');
        }}
      />
    </Box>
  );
}
