import { formatDateTime, type MailRow, type StaffFamily } from '@kidlab/contract';
import { Alert, Box, Button, Chip, Typography } from '@mui/material';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useNotify } from 'react-admin';

import { portalCalls } from '../providers/portal-calls.js';
import { AskDialog } from '../layout/ask-dialog.js';
import { Section } from '../layout/page.js';
import { TryAgain } from '../layout/try-again.js';
import { usePortalProvider } from '../providers/use-portal-provider.js';
import { CallError, failureText } from '../providers/http.js';
import { site } from '../site.js';
import { MAIL_KIND_NAMES, MAIL_STATE_NAMES, OPERATIONS_TEXTS } from '../texts/operations.js';
import { LIST_TEXTS } from '../texts/portal.js';
import { FAMILY_PAGE_TEXTS } from '../texts/record.js';
import { REPORT_TEXTS, resendQuestion } from '../texts/search.js';

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
  const dataProvider = usePortalProvider();
  const mails = useQuery({
    queryKey: ['mails', family.id],
    queryFn: ({ signal }) => dataProvider.mailsOfFamily(family.id, signal),
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      isUnderWay(data?.data) && dataUpdateCount < LOOKS ? LOOK_EVERY : false,
  });
  const refetch = (): void => {
    void mails.refetch();
  };
  return (
    <Section
      heading={FAMILY_PAGE_TEXTS.mails}
      actions={family.state === 'awaiting' ? <Resend family={family} onSent={refetch} /> : null}
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

/** A kind that is not known here is shown as it is. */
const KINDS: Readonly<Record<string, string>> = MAIL_KIND_NAMES;

const STATE_COLORS = {
  pending: 'default',
  claimed: 'default',
  sent: 'success',
  failed: 'error',
  withdrawn: 'default',
} as const;

function Mail({
  mail,
  onRetried,
}: {
  readonly mail: MailRow;
  readonly onRetried: () => void;
}): ReactNode {
  const notify = useNotify();
  const retry = useMutation({
    mutationFn: () => portalCalls.retryMail(mail.id),
    onSuccess: ({ message }) => {
      notify(message, { type: 'success' });
      onRetried();
    },
  });
  const kind = KINDS[mail.kind] ?? mail.kind;
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
      }}
    >
      <Typography sx={{ fontWeight: 600 }}>{kind}</Typography>
      <Chip
        size="small"
        variant="outlined"
        color={STATE_COLORS[mail.state]}
        label={MAIL_STATE_NAMES[mail.state]}
      />
      <Typography variant="body2">
        {formatDateTime(mail.sentAt ?? mail.createdAt, site.labTimeZone)}
      </Typography>
      <Typography variant="body2" sx={{ overflowWrap: 'anywhere', minWidth: 0 }}>
        {mail.toAddress}
      </Typography>
      {mail.state === 'failed' ? (
        <>
          <Typography variant="body2" sx={{ overflowWrap: 'anywhere', minWidth: 0 }}>
            {mail.serverAnswer}
          </Typography>
          <Button
            size="small"
            variant="outlined"
            aria-disabled={retry.isPending}
            onClick={() => {
              if (!retry.isPending) retry.mutate();
            }}
          >
            {OPERATIONS_TEXTS.retry}
          </Button>
        </>
      ) : null}
      {retry.isError ? (
        <Alert severity="error" sx={{ flexBasis: '100%' }}>
          {failureText(retry.error)}
        </Alert>
      ) : null}
    </Box>
  );
}

interface ResendProps {
  readonly family: StaffFamily;
  readonly onSent: () => void;
}

/** The verification e-mail once more, for who has not confirmed; the same words as on the report. */
function Resend({ family, onSent }: ResendProps): ReactNode {
  const notify = useNotify();
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
      <AskDialog
        isOpen={isAsking}
        heading={REPORT_TEXTS.resendHeading}
        question={resendQuestion(family.email)}
        cancel={REPORT_TEXTS.resendCancel}
        confirm={REPORT_TEXTS.resendConfirm}
        onConfirm={async () => {
          await portalCalls.resendConfirmation(family.email);
          notify(REPORT_TEXTS.resendSuccess, { type: 'success' });
          onSent();
        }}
        describe={(error) => {
          const said = error instanceof CallError ? error.serverMessage : null;
          return `${REPORT_TEXTS.resendFailure}: ${said ?? REPORT_TEXTS.unknownError}`;
        }}
        onClose={() => {
          setAsking(false);
        }}
      />
    </>
  );
}
