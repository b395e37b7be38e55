import { PORTAL_ROUTES } from '@kidlab/contract';
import { Alert, Button } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';

import { Page, TryAgain } from '../layout/page.js';
import { failureText } from '../providers/http.js';
import { portalCalls } from '../providers/portal-calls.js';
import { followUpDone, OPERATIONS_TEXTS } from '../texts/operations.js';
import { FOLLOW_UP_TEXTS } from '../texts/portal.js';

/** Opening this page sends the second notices that are due, once per visit. */
export default function FollowUpPage(): ReactNode {
  const { key } = useLocation();
  // A query, so that a re-render does not send again. Only after a failure can the user try again.
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['follow-up', key],
    queryFn: () => portalCalls.sendFollowUps(),
    staleTime: 'static',
    gcTime: Infinity,
    retry: false,
    refetchInterval: false,
  });
  return (
    <Page title={FOLLOW_UP_TEXTS.added.heading}>
      <div role="status">
        {isFetching ? <p>{FOLLOW_UP_TEXTS.sending}</p> : null}
        {data === undefined ? null : (
          <Alert
            severity={data.queued > 0 ? 'success' : 'info'}
            action={
              <Button color="inherit" component={Link} to={PORTAL_ROUTES.mails}>
                {OPERATIONS_TEXTS.followUpSeeMails}
              </Button>
            }
          >
            {followUpDone(data.queued)}
          </Alert>
        )}
      </div>
      {isFetching || error === null ? null : (
        <TryAgain error={error} onTryAgain={refetch}>
          {FOLLOW_UP_TEXTS.added.failed} {failureText(error)}
        </TryAgain>
      )}
    </Page>
  );
}
