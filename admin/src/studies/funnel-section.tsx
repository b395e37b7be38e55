import { type Funnel, PORTAL_ROUTES, reasonText, type StaffStudy } from '@kidlab/contract';
import { Alert, Box, Button, Link as MuiLink, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { useFunnel } from './use-studies.js';
import { filtered, invitePath } from '../layout/links.js';
import { Loaded, Section } from '../layout/page.js';
import { countOf } from '../texts/dates.js';
import { freeSeatsText, FUNNEL_STEP_TEXTS, FUNNEL_TEXTS, possibleText } from '../texts/inviting.js';

type Step = Funnel['steps'][number];

/** The steps from all registered children to those who can be invited. */
export function FunnelSection({ study }: { readonly study: StaffStudy }): ReactNode {
  const { id } = study;
  const funnel = useFunnel(id);
  return (
    <Section
      heading={FUNNEL_TEXTS.heading}
      actions={
        <Button variant="contained" component={Link} to={invitePath(id)}>
          {FUNNEL_TEXTS.invite}
        </Button>
      }
    >
      <Loaded query={funnel}>
        {(data) => (
          <>
            {study.state === 'open' && data.freeSeats > 0 ? null : (
              <Alert severity="info">
                {freeSeatsText(study, data)} {data.freeSeats > 0 ? null : FUNNEL_TEXTS.agesToday}
              </Alert>
            )}
            <Box component="ol" sx={LINE}>
              {data.steps.map((step) => (
                <FunnelStep key={step.step} study={study} step={step} to={linkOf(step, id)} />
              ))}
            </Box>
          </>
        )}
      </Loaded>
    </Section>
  );
}

const LINE = {
  m: 0,
  p: 0,
  listStyle: 'none',
  display: 'grid',
  gap: 2,
  gridAutoFlow: { md: 'column' },
  gridAutoColumns: { md: 'minmax(0, 1fr)' },
};

/** The list of exactly these children. */
function linkOf({ step }: Step, studyId: number): string {
  if (step === 'registered') return filtered(PORTAL_ROUTES.children, { state: 'registered' });
  return invitePath(studyId, step === 'can-be-invited' ? 'possible' : step);
}

interface FunnelStepProps {
  readonly study: StaffStudy;
  readonly step: Step;
  readonly to: string;
}

function FunnelStep({ study, step, to }: FunnelStepProps): ReactNode {
  // The first step does not check ages.
  const hasAges = step.step !== 'registered';
  return (
    <Box component="li" sx={{ borderTop: '3px solid var(--brand)', pt: 1, minWidth: 0 }}>
      <Typography>
        <MuiLink component={Link} to={to}>
          <Box component="strong" sx={{ display: 'block', fontSize: '1.5rem', lineHeight: 1.3 }}>
            {countOf(step.children)}
          </Box>{' '}
          {FUNNEL_STEP_TEXTS[step.step]}
        </MuiLink>
        {hasAges && step.possible > 0 ? ` (${possibleText(step.possible)})` : null}
      </Typography>
      {step.dropped.length === 0 ? null : (
        <Box
          component="ul"
          sx={{ m: 0, mt: 0.5, pl: 2, color: 'text.secondary', fontSize: '0.8rem' }}
        >
          {step.dropped.map(({ reason, children: lost }) => (
            <li key={reason}>{`${reasonText(reason, study)}: ${countOf(lost)}`}</li>
          ))}
        </Box>
      )}
    </Box>
  );
}
