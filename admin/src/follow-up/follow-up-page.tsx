import { FOLLOW_UP_TEXTS, followUpDone, OPERATIONS_TEXTS, PORTAL_ROUTES } from '@kidlab/contract';
import { Alert, Button } from '@mui/material';
import { type ReactNode, useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';

import { Page } from '../layout/page.js';
import { usePortalProvider } from '../providers/use-portal-provider.js';
import { failureText } from '../providers/http.js';
import { sendOnce } from './send-once.js';

type Outcome = { queued: number } | { failure: string } | null;

/** Opening this page sends the second notices that are due: once a visit, and says what came of it. */
export function FollowUpPage(): ReactNode {
  const dataProvider = usePortalProvider();
  const { key } = useLocation();
  const [tries, setTries] = useState(0);
  const [outcome, setOutcome] = useState<Outcome>(null);

  useEffect(() => {
    let isShown = true;
    const show = (next: Outcome): void => {
      if (isShown) setOutcome(next);
    };
    sendOnce(key, () => dataProvider.sendFollowUps()).then(
      ({ queued }) => {
        show({ queued });
      },
      (error: unknown) => {
        show({ failure: failureText(error) });
      },
    );
    return () => {
      isShown = false;
    };
  }, [dataProvider, key, tries]);

  return (
    <Page title={FOLLOW_UP_TEXTS.added.heading}>
      <div role="status">
        {outcome === null ? <p>{FOLLOW_UP_TEXTS.sending}</p> : null}
        {outcome !== null && 'queued' in outcome ? (
          <Alert
            severity={outcome.queued > 0 ? 'success' : 'info'}
            action={
              <Button color="inherit" component={Link} to={PORTAL_ROUTES.mails}>
                {OPERATIONS_TEXTS.followUpSeeMails}
              </Button>
            }
          >
            {followUpDone(outcome.queued)}
          </Alert>
        ) : null}
      </div>
      {outcome !== null && 'failure' in outcome ? (
        <Alert
          severity="error"
          action={
            <Button
              color="inherit"
              onClick={() => {
                setOutcome(null);
                setTries(tries + 1);
              }}
            >
              {OPERATIONS_TEXTS.followUpAgain}
            </Button>
          }
        >
          {FOLLOW_UP_TEXTS.added.failed} {outcome.failure}
        </Alert>
      ) : null}
    </Page>
  );
}
