import { formatDateTime, MAIL_STATES, type MailRow, PORTAL_ROUTES } from '@kidlab/contract';
import { Button, Link as MuiLink } from '@mui/material';
import type { ReactNode } from 'react';
import { SelectInput, useNotify, useRefresh } from 'react-admin';
import { Link } from 'react-router';
import { useMutation } from '@tanstack/react-query';

import { PortalColumn, PortalDataTable, PortalList } from '../layout/list/index.js';
import { LabTimes } from '../layout/page.js';
import { site } from '../site.js';
import { MAIL_KIND_NAMES, MAIL_STATE_NAMES, OPERATIONS_TEXTS } from '../texts/operations.js';
import { GRID_TEXTS } from '../texts/portal.js';
import { usePortalProvider } from '../providers/use-portal-provider.js';
import { failureText } from '../providers/http.js';

const TEXTS = OPERATIONS_TEXTS;

const filters = [
  <SelectInput
    key="state"
    source="state"
    label={TEXTS.mailState}
    alwaysOn
    choices={MAIL_STATES.map((id) => ({ id, name: MAIL_STATE_NAMES[id] }))}
  />,
  <SelectInput
    key="kind"
    source="kind"
    label={TEXTS.mailKind}
    alwaysOn
    choices={Object.entries(MAIL_KIND_NAMES).map(([id, name]) => ({ id, name }))}
  />,
];

const at = (moment: string | null): string => formatDateTime(moment, site.labTimeZone);

function kindName(kind: string): string {
  const names: Readonly<Record<string, string>> = MAIL_KIND_NAMES;
  return names[kind] ?? kind;
}

/** Every mail: to whom, what became of it, and another try for what failed. */
export function MailList(): ReactNode {
  return (
    <PortalList
      title={GRID_TEXTS.mails}
      filters={filters}
      sort={{ field: 'createdAt', order: 'DESC' }}
      above={<LabTimes />}
    >
      <PortalDataTable<MailRow>
        rowLabel={({ toAddress }) => toAddress}
        card={(mail) => ({
          primary: mail.toAddress,
          secondary: `${kindName(mail.kind)} · ${MAIL_STATE_NAMES[mail.state]} · ${at(mail.createdAt)}`,
        })}
      >
        <PortalColumn<MailRow>
          source="createdAt"
          label={TEXTS.mailCreated}
          render={({ createdAt }) => at(createdAt)}
        />
        <PortalColumn<MailRow>
          source="toAddress"
          label={TEXTS.mailTo}
          disableSort
          render={(mail) => <Recipient mail={mail} />}
        />
        <PortalColumn<MailRow>
          source="kind"
          label={TEXTS.mailKind}
          disableSort
          render={({ kind }) => kindName(kind)}
        />
        <PortalColumn<MailRow>
          source="state"
          label={TEXTS.mailState}
          disableSort
          render={(mail) => (
            <>
              {MAIL_STATE_NAMES[mail.state]} <RetryButton mail={mail} />
            </>
          )}
        />
        <PortalColumn<MailRow>
          source="sentAt"
          label={TEXTS.mailSent}
          disableSort
          render={({ sentAt }) => at(sentAt)}
        />
        <PortalColumn<MailRow>
          source="nextAttemptAt"
          label={TEXTS.mailNextTry}
          disableSort
          render={({ nextAttemptAt }) => at(nextAttemptAt)}
        />
        <PortalColumn<MailRow> source="attempts" label={TEXTS.mailAttempts} disableSort />
        <PortalColumn<MailRow> source="serverAnswer" label={TEXTS.mailAnswer} disableSort />
      </PortalDataTable>
    </PortalList>
  );
}

/** The address, leading to its family where it has one. */
function Recipient({ mail }: { readonly mail: MailRow }): ReactNode {
  if (mail.familyGuid === null) return mail.toAddress;
  return (
    <MuiLink component={Link} to={`${PORTAL_ROUTES.familyDetails}?guid=${mail.familyGuid}`}>
      {mail.toAddress}
    </MuiLink>
  );
}

/** Another try for a mail that failed. */
function RetryButton({ mail }: { readonly mail: MailRow }): ReactNode {
  const dataProvider = usePortalProvider();
  const notify = useNotify();
  const refresh = useRefresh();
  const { mutate, isPending } = useMutation({
    mutationFn: () => dataProvider.retryMail(mail.id),
    onSuccess: ({ message }) => {
      notify(message, { type: 'success' });
      refresh();
    },
    onError: (error) => {
      notify(failureText(error), { type: 'error' });
    },
  });
  if (mail.state !== 'failed') return null;
  return (
    <Button
      size="small"
      disabled={isPending}
      aria-label={`${OPERATIONS_TEXTS.retry}: ${mail.toAddress}`}
      onClick={() => {
        mutate();
      }}
    >
      {OPERATIONS_TEXTS.retry}
    </Button>
  );
}
