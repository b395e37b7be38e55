import { type MailRow, type MailState, SIMPLE_REST, type StaffFamily } from '@kidlab/contract';
import { Box, Button, Chip, Typography } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useGetList } from 'react-admin';
import { flushSync } from 'react-dom';

import { keepFocus, leaveFocus, Loaded, Section } from '../layout/page.js';
import { ResendDialog } from '../layout/resend-dialog.js';
import { RetryButton } from '../layout/retry-button.js';
import { timeText } from '../texts/dates.js';
import { isScheduled, kindName, mailStateName } from '../texts/operations.js';
import { FAMILY_PAGE_TEXTS } from '../texts/record.js';

/**
 * While an email is being sent: the polling interval in milliseconds, and the most polls. An open page must not keep
 * a session alive.
 */
const POLL_INTERVAL = 2_000;
const MAX_POLLS = 30;

function isUnderWay(mails: readonly MailRow[] = []): boolean {
  return mails.some(
    (mail) => (mail.state === 'pending' && !isScheduled(mail)) || mail.state === 'claimed',
  );
}

/** Emails to a family with their state. A failed one can be sent again. */
export function MailHistory({ family }: { readonly family: StaffFamily }): ReactNode {
  const [isAsking, setAsking] = useState(false);
  const queryClient = useQueryClient();
  // Also reloads the family, which may have confirmed or been invited.
  const refresh = (): Promise<void> => queryClient.invalidateQueries();
  const mails = useGetList<MailRow>(
    'mails',
    {
      filter: { familyId: family.id },
      sort: { field: 'createdAt', order: 'DESC' },
      pagination: { page: 1, perPage: SIMPLE_REST.maxRows },
    },
    {
      refetchInterval: ({ state: { data, dataUpdateCount } }) =>
        isUnderWay(data?.data) && dataUpdateCount < MAX_POLLS ? POLL_INTERVAL : false,
    },
  );
  return (
    <Section
      heading={FAMILY_PAGE_TEXTS.mails}
      actions={
        family.state === 'awaiting' ? (
          <Button ref={leaveFocus} size="small" variant="outlined" onClick={() => setAsking(true)}>
            {FAMILY_PAGE_TEXTS.resend}
          </Button>
        ) : null
      }
    >
      {isAsking ? (
        <ResendDialog
          email={family.email}
          refresh={refresh}
          onClose={() => {
            flushSync(() => setAsking(false));
            // If the family has confirmed meanwhile, the button no longer exists.
            keepFocus();
          }}
        />
      ) : null}
      <Loaded query={mails} none={FAMILY_PAGE_TEXTS.noMails}>
        {(all) => (
          <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1 }}>
            {all.map((mail) => (
              <Mail key={mail.id} mail={mail} onRetried={() => void refresh()} />
            ))}
          </Box>
        )}
      </Loaded>
    </Section>
  );
}

const STATE_COLORS: Partial<Record<MailState, 'success' | 'error'>> = {
  sent: 'success',
  failed: 'error',
};

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
      <Typography sx={{ fontWeight: 600 }}>{kindName(mail)}</Typography>
      <Chip
        size="small"
        variant="outlined"
        color={STATE_COLORS[mail.state] ?? 'default'}
        label={mailStateName(mail)}
      />
      {[
        timeText(mail.sentAt ?? mail.createdAt),
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
