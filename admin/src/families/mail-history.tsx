import { type MailRow, SIMPLE_REST, type StaffFamily } from '@kidlab/contract';
import { Box, Button, Chip, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { useGetList } from 'react-admin';

import { useDialog } from '../layout/ask-dialog.js';
import { Section, TryAgain } from '../layout/page.js';
import { ResendDialog } from '../layout/resend-dialog.js';
import { RetryButton } from '../layout/retry-button.js';
import { site } from '../site.js';
import { formatDateTime } from '../texts/dates.js';
import { isScheduled, kindName, mailStateName } from '../texts/operations.js';
import { LIST_TEXTS } from '../texts/portal.js';
import { FAMILY_PAGE_TEXTS } from '../texts/record.js';

/**
 * While a mail is under way the page looks again after so many milliseconds, and so often: no longer, or an open page
 * would keep a session alive.
 */
const LOOK_EVERY = 2_000;
const LOOKS = 30;

function isUnderWay(mails: readonly MailRow[] = []): boolean {
  return mails.some(
    (mail) => (mail.state === 'pending' && !isScheduled(mail)) || mail.state === 'claimed',
  );
}

/** What was mailed to a family and what became of it; what failed can be sent again. */
export function MailHistory({ family }: { readonly family: StaffFamily }): ReactNode {
  const mails = useGetList<MailRow>(
    'mails',
    {
      filter: { familyId: family.id },
      sort: { field: 'createdAt', order: 'DESC' },
      pagination: { page: 1, perPage: SIMPLE_REST.maxRows },
    },
    {
      refetchInterval: ({ state: { data, dataUpdateCount } }) =>
        isUnderWay(data?.data) && dataUpdateCount < LOOKS ? LOOK_EVERY : false,
    },
  );
  const refetch = (): void => {
    void mails.refetch();
  };
  return (
    <Section
      heading={FAMILY_PAGE_TEXTS.mails}
      actions={
        family.state === 'awaiting' ? <Resend family={family} refresh={mails.refetch} /> : null
      }
    >
      {mails.isPending ? <Typography role="status">{LIST_TEXTS.loading}</Typography> : null}
      <TryAgain error={mails.error} onTryAgain={refetch} />
      {mails.data?.length === 0 ? (
        <Typography>{FAMILY_PAGE_TEXTS.noMails}</Typography>
      ) : (
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1 }}>
          {mails.data?.map((mail) => (
            <Mail key={mail.id} mail={mail} onRetried={refetch} />
          ))}
        </Box>
      )}
    </Section>
  );
}

const STATE_COLORS = {
  pending: 'default',
  claimed: 'default',
  sent: 'success',
  failed: 'error',
  withdrawn: 'default',
} as const;

interface MailProps {
  readonly mail: MailRow;
  readonly onRetried: () => void;
}

function Mail({ mail, onRetried }: MailProps): ReactNode {
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        columnGap: 2,
        rowGap: 0.5,
        alignItems: 'center',
        borderTop: '1px solid var(--line)',
        pt: 1,
        overflowWrap: 'anywhere',
      }}
    >
      <Typography sx={{ fontWeight: 600 }}>{kindName(mail.kind)}</Typography>
      <Chip
        size="small"
        variant="outlined"
        color={STATE_COLORS[mail.state]}
        label={mailStateName(mail)}
      />
      {[
        formatDateTime(mail.sentAt ?? mail.createdAt, site.labTimeZone),
        mail.toAddress,
        mail.state === 'failed' ? mail.serverAnswer : null,
      ].map((text) =>
        text === null ? null : (
          <Typography key={text} variant="body2" sx={{ minWidth: 0 }}>
            {text}
          </Typography>
        ),
      )}
      <RetryButton mail={mail} onRetried={onRetried} />
    </Box>
  );
}

interface ResendProps {
  readonly family: StaffFamily;
  readonly refresh: () => Promise<unknown>;
}

/** The verification email once more, for a family that has not confirmed. */
function Resend({ family, refresh }: ResendProps): ReactNode {
  const asking = useDialog();
  return (
    <>
      <Button size="small" variant="outlined" onClick={asking.open}>
        {FAMILY_PAGE_TEXTS.resend}
      </Button>
      <ResendDialog {...asking.dialog} email={family.email} refresh={refresh} />
    </>
  );
}
