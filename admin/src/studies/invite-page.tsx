import type { Candidate, LetterPreview, StaffStudy } from '@kidlab/contract';
import { Alert, Box, Button, TextField, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { useListContext } from 'react-admin';
import { useSearchParams } from 'react-router';

import { InviteDialog, type Sent } from './invite-dialog.js';
import { TO_STUDIES, useFunnel, useStudyOfPage } from './use-studies.js';
import { TextFilter } from '../inputs/filters.js';
import { RememberList } from '../layout/list/back-to-results.js';
import { Moment } from '../layout/list/cells.js';
import { ButtonsColumn, PortalColumn } from '../layout/list/columns.js';
import { PortalDataTable } from '../layout/list/portal-data-table.js';
import { IN_SECTION, OwnListBase, PortalListView } from '../layout/list/portal-list.js';
import { LabTimes, Loaded, Page, PageLink, Section } from '../layout/page.js';
import { familyDetailsPath, studyPath } from '../layout/links.js';
import { portalCalls } from '../providers/portal-calls.js';
import { childName, VERDICT_TEXTS } from '../texts/invitations.js';
import {
  freeSeatsText,
  INVITE_TEXTS,
  queuedText,
  reasonsText,
  SHOWN_TEXTS,
} from '../texts/inviting.js';

/** Lists the children a study may invite, previews the email and sends the invitations. */
export default function InvitePage(): ReactNode {
  const { id, query } = useStudyOfPage();
  return (
    <Page
      title={INVITE_TEXTS.heading}
      subject={query.data?.name}
      above={
        <PageLink
          {...(query.data ? { to: studyPath(id), label: INVITE_TEXTS.toStudy } : TO_STUDIES)}
        />
      }
    >
      <Loaded query={query}>{(study) => <Invite study={study} />}</Loaded>
      <LabTimes />
    </Page>
  );
}

/** List filters by the `show` parameter. */
const SHOWN = {
  certain: { verdict: 'certain' },
  possible: { verdict: ['certain', 'possible'] },
  not: { verdict: 'not' },
  'right-age': { step: 'right-age' },
  fits: { step: 'fits' },
  contactable: { step: 'contactable' },
  rested: { step: 'rested' },
} as const;

function Invite({ study }: { readonly study: StaffStudy }): ReactNode {
  const [asked, setAsked] = useState<{ readonly child: Candidate | null } | null>(null);
  const [sent, setSent] = useState<Sent | null>(null);
  const notice = useRef<HTMLDivElement>(null);
  const funnel = useFunnel(study.id);
  const letter = useQuery({
    queryKey: ['studies', 'letter', study.id],
    queryFn: ({ signal }) => portalCalls.letter(study.id, signal),
  });
  const [params] = useSearchParams();
  const show = params.get('show') ?? '';
  const shown = show in SHOWN ? (show as keyof typeof SHOWN) : 'certain';
  const ask = (child: Candidate | null): void => {
    setSent(null);
    setAsked({ child });
  };
  return (
    <OwnListBase
      resource="candidates"
      storeKey={`candidates.${String(study.id)}`}
      filter={{ studyId: study.id, ...SHOWN[shown] }}
    >
      <RememberList />
      <Box sx={{ display: 'grid', gap: 3, minWidth: 0 }}>
        {sent === null ? null : (
          <Alert ref={notice} tabIndex={-1} severity={sent.queued > 0 ? 'success' : 'info'}>
            {queuedText(sent.queued)}
            {sent.refused.length === 0 ? null : (
              <Box component="ul" sx={{ m: 0, pl: 2.5, overflowWrap: 'anywhere' }}>
                {sent.refused.map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </Box>
            )}
          </Alert>
        )}
        <Section
          heading={INVITE_TEXTS.letter}
          actions={
            <Button
              variant="contained"
              // The sentence below says why.
              disabled={funnel.data?.steps.at(-1)?.children === 0}
              onClick={() => ask(null)}
            >
              {INVITE_TEXTS.send}
            </Button>
          }
        >
          <Loaded query={funnel}>
            {(data) => <Typography>{freeSeatsText(study, data)}</Typography>}
          </Loaded>
          <Loaded query={letter}>{(preview) => <Letter {...preview} />}</Loaded>
        </Section>
        {/* Rendered once the section above has loaded, so that no row moves. */}
        {funnel.isPending || letter.isPending ? null : (
          <Section
            heading={INVITE_TEXTS.children}
            actions={<ShownChoice studyId={study.id} shown={shown} />}
          >
            <Candidates study={study} onInvite={ask} />
          </Section>
        )}
      </Box>
      {asked === null ? null : (
        <InviteDialog
          study={study}
          child={asked.child}
          freeSeats={funnel.data?.freeSeats ?? 0}
          isPossibleToo={shown === 'possible' || asked.child?.verdict === 'possible'}
          onSent={setSent}
          onClose={() => setAsked(null)}
          focusAfter={() => notice.current}
        />
      )}
    </OwnListBase>
  );
}

interface ShownChoiceProps {
  readonly studyId: number;
  readonly shown: string;
}

function ShownChoice({ studyId, shown }: ShownChoiceProps): ReactNode {
  const [, setParams] = useSearchParams();
  const { setPage } = useListContext();
  return (
    <TextField
      select
      size="small"
      label={INVITE_TEXTS.shown}
      value={shown}
      slotProps={{ select: { native: true } }}
      onChange={({ target }) => {
        setPage(1);
        setParams({ id: String(studyId), show: target.value }, { replace: true });
      }}
    >
      {Object.entries(SHOWN_TEXTS).map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </TextField>
  );
}

/** The email as a family would get it now, collapsed so that the children are on the first screen. */
function Letter({ subject, text }: LetterPreview): ReactNode {
  return (
    <Box component="details" sx={{ overflowWrap: 'anywhere' }}>
      <Box component="summary" sx={{ cursor: 'pointer', py: 0.5, fontWeight: 600 }}>
        {subject}
      </Box>
      <Typography variant="body2" sx={{ mt: 1, whiteSpace: 'pre-line', maxWidth: '44rem' }}>
        {text}
      </Typography>
    </Box>
  );
}

const Column = PortalColumn<Candidate>;

function verdictText({ verdict, reasons }: Candidate, study: StaffStudy): string {
  return verdict === 'not' ? reasonsText(reasons, study) : VERDICT_TEXTS[verdict];
}

interface CandidatesProps {
  readonly study: StaffStudy;
  readonly onInvite: (child: Candidate) => void;
}

/** Children in the order in which they will be invited. */
function Candidates({ study, onInvite }: CandidatesProps): ReactNode {
  const invite = (child: Candidate): ReactNode =>
    child.verdict === 'not' ? null : (
      <Button
        size="small"
        aria-label={`${INVITE_TEXTS.invite} ${childName(child)}`}
        onClick={() => onInvite(child)}
      >
        {INVITE_TEXTS.invite}
      </Button>
    );
  return (
    <PortalListView
      sx={IN_SECTION}
      filters={[<TextFilter key="q" source="q" label={INVITE_TEXTS.name} alwaysOn />]}
    >
      <PortalDataTable<Candidate>
        open={({ familyGuid }) => familyDetailsPath(familyGuid)}
        card={(candidate) => ({
          primary: childName(candidate),
          secondary: [candidate.ageText, verdictText(candidate, study)].filter(Boolean).join(' · '),
          actions: invite(candidate),
        })}
      >
        <Column source="firstName" disableSort />
        <Column source="familyName" disableSort opens />
        <Column source="ageText" disableSort />
        <Column
          source="lastInvitedAt"
          disableSort
          render={({ lastInvitedAt }) =>
            lastInvitedAt === null ? INVITE_TEXTS.never : <Moment at={lastInvitedAt} />
          }
        />
        <Column
          source="verdict"
          disableSort
          render={(candidate) => verdictText(candidate, study)}
        />
        <ButtonsColumn<Candidate> source="invite" label={INVITE_TEXTS.invite} render={invite} />
      </PortalDataTable>
    </PortalListView>
  );
}
