import { MAIL_KIND_NAMES, MAIL_STATE_NAMES, type MailRow } from '@kidlab/contract';
import type { ReactNode } from 'react';
import { useRefresh } from 'react-admin';

import { ChoiceFilter } from '../inputs/filters.js';
import { FamilyLink } from '../layout/list/cells.js';
import { DateColumn, PortalColumn } from '../layout/list/columns.js';
import { PortalDataTable } from '../layout/list/portal-data-table.js';
import { ListPage, PortalListView } from '../layout/list/portal-list.js';
import { LabTimes } from '../layout/page.js';
import { RetryButton } from '../layout/retry-button.js';
import { timeText } from '../texts/dates.js';
import { kindName, mailStateName } from '../texts/operations.js';
import { HEADER_TEXTS } from '../texts/portal.js';

const filters = [
  <ChoiceFilter source="state" options={MAIL_STATE_NAMES} alwaysOn />,
  <ChoiceFilter source="kind" options={MAIL_KIND_NAMES} alwaysOn />,
];

const Column = PortalColumn<MailRow>;

const recipient = ({ familyGuid, toAddress }: MailRow): ReactNode =>
  familyGuid === null ? toAddress : <FamilyLink guid={familyGuid} name={toAddress} />;

/** All emails with their state. A failed one can be sent again. */
export default function MailList(): ReactNode {
  const refresh = useRefresh();
  const retry = (mail: MailRow): ReactNode => <RetryButton mail={mail} onRetried={refresh} />;
  return (
    <ListPage
      title={HEADER_TEXTS.added.mails}
      sort={{ field: 'createdAt', order: 'DESC' }}
      above={<LabTimes />}
    >
      <PortalListView filters={filters}>
        <PortalDataTable<MailRow>
          card={(mail) => ({
            primary: recipient(mail),
            secondary: (
              <>
                <div>{`${kindName(mail)} · ${mailStateName(mail)} · ${timeText(mail.createdAt)}`}</div>
                {mail.state === 'failed' ? mail.serverAnswer : null}
              </>
            ),
            actions: retry(mail),
          })}
        >
          <DateColumn source="createdAt" />
          <Column source="toAddress" disableSort render={recipient} />
          <Column source="kind" disableSort render={kindName} />
          <Column
            source="state"
            disableSort
            render={(mail) => (
              <>
                {mailStateName(mail)} {retry(mail)}
              </>
            )}
          />
          <DateColumn source="sentAt" disableSort />
          <DateColumn source="nextAttemptAt" disableSort />
          <Column source="attempts" disableSort />
          <Column source="serverAnswer" disableSort />
        </PortalDataTable>
      </PortalListView>
    </ListPage>
  );
}
