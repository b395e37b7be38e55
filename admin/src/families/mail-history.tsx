import { formatDateTime, type MailRow, type StaffFamily } from '@kidlab/contract';
import { Box, Button, Chip, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

import { Section, TryAgain } from '../layout/page.js';
import { ResendDialog } from '../layout/resend-dialog.js';
import { RetryButton } from '../layout/retry-button.js';
import { portalCalls } from '../providers/portal-calls.js';
import { site } from '../site.js';
import { kindName, MAIL_STATE_NAMES } from '../texts/operations.js';
import { LIST_TEXTS } from '../texts/portal.js';
import { FAMILY_PAGE_TEXTS } from '../texts/record.js';

/**
 * While a mail is under way the page looks again after so many milliseconds, and so often: no longer, or an open page
 * would keep a session alive.
 */
const LOOK_EVERY = 2_000;
const LOOKS = 30;

function isUnderWay(mails: readonly MailRow[] = []): boolean {
  return mails.some(({ state }) => state === 'pending' || state === 'claimed');
}

/** What was mailed to a family and what became of it; what failed can be sent again. */
export function MailHistory({ family }: { readonly family: StaffFamily }): ReactNode {
  const mails = useQuery({
    queryKey: ['mails', family.id],
    queryFn: ({ signal }) => portalCalls.mailsOfFamily(family.id, signal),
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      isUnderWay(data?.data) && dataUpdateCount < LOOKS ? LOOK_EVERY : false,
  });
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
      {mails.data?.data.length === 0 ? (
        <Typography>{FAMILY_PAGE_TEXTS.noMails}</Typography>
      ) : (
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1 }}>
          {mails.data?.data.map((mail) => (
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
        label={MAIL_STATE_NAMES[mail.state]}
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
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button
        size="small"
        variant="outlined"
        onClick={() => {
          setAsking(true);
        }}
      >
        {FAMILY_PAGE_TEXTS.resend}
      </Button>
      <ResendDialog
        isOpen={isAsking}
        email={family.email}
        refresh={refresh}
        onClose={() => {
          setAsking(false);
        }}
      />
    </>
  );
}
