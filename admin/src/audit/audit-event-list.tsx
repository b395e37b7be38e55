import { AUDIT_ACTIONS, AUDIT_SUBJECT_TYPES, type AuditEventRow } from '@kidlab/contract';
import type { ReactNode } from 'react';
import { DateInput, TextInput } from 'react-admin';

import { DateColumn, FamilyLink, PortalColumn } from '../layout/list/portal-column.js';
import { PortalDataTable } from '../layout/list/portal-data-table.js';
import { PortalList } from '../layout/list/portal-list.js';
import { LabTimes } from '../layout/page.js';
import { site } from '../site.js';
import { formatDateTime } from '../texts/dates.js';
import { type Change, changesOf } from './changes.js';
import { OPERATIONS_TEXTS } from '../texts/operations.js';
import { HEADER_TEXTS } from '../texts/portal.js';

/** Ids of the lists of what is offered. */
const ACTIONS = 'audit-actions';
const SUBJECT_TYPES = 'audit-subject-types';

/** A text that is typed or chosen; what is offered is not all that there can be. */
function offer(id: string) {
  return { htmlInput: { list: id, autoComplete: 'off' } };
}

const filters = [
  <TextInput source="actor" alwaysOn />,
  <TextInput source="action" alwaysOn slotProps={offer(ACTIONS)} />,
  <TextInput source="subjectType" alwaysOn slotProps={offer(SUBJECT_TYPES)} />,
  <TextInput source="subjectId" alwaysOn />,
  <DateInput source="from" alwaysOn />,
  <DateInput source="to" alwaysOn />,
];

/** All six filters side by side on a desktop, so that "To" stands beside "From". */
const ONE_ROW = {
  '& .RaFilterForm-filterFormInput .MuiFormControl-root': { width: { lg: '11.5rem' } },
};

const at = (moment: string): string => formatDateTime(moment, site.labTimeZone);

const Column = PortalColumn<AuditEventRow>;

/** Who did what, when; before and after for changes. */
export default function AuditEventList(): ReactNode {
  return (
    <PortalList
      title={HEADER_TEXTS.added.audit}
      filters={filters}
      sort={{ field: 'occurredAt', order: 'DESC' }}
      above={
        <>
          <LabTimes />
          <Offered id={ACTIONS} values={AUDIT_ACTIONS} />
          <Offered id={SUBJECT_TYPES} values={AUDIT_SUBJECT_TYPES} />
        </>
      }
      sx={ONE_ROW}
    >
      <PortalDataTable<AuditEventRow>
        rowLabel={({ action, occurredAt }) => `${action} ${at(occurredAt)}`}
        card={(event) => ({
          primary: `${event.action} · ${event.actor}`,
          secondary: at(event.occurredAt),
        })}
      >
        <DateColumn source="occurredAt" />
        <Column source="actor" disableSort />
        <Column source="action" disableSort />
        <Column source="subjectType" disableSort />
        <Column source="subjectId" disableSort render={(event) => <Subject event={event} />} />
        <Column
          source="after"
          disableSort
          render={({ before, after }) => <Changes changes={changesOf(before, after)} />}
        />
      </PortalDataTable>
    </PortalList>
  );
}

interface OfferedProps {
  readonly id: string;
  readonly values: readonly string[];
}

function Offered({ id, values }: OfferedProps): ReactNode {
  return (
    <datalist id={id}>
      {values.map((value) => (
        <option key={value} value={value} />
      ))}
    </datalist>
  );
}

/** A family's event leads to the family; it may be gone by now. */
function Subject({ event }: { readonly event: AuditEventRow }): ReactNode {
  const { subjectType, subjectId } = event;
  if (subjectType !== 'family' || subjectId === null) return subjectId;
  return <FamilyLink guid={subjectId} name={subjectId} />;
}

function Changes({ changes }: { readonly changes: readonly Change[] }): ReactNode {
  if (changes.length === 0) return null;
  return (
    <details>
      <summary>{changes.map(({ field }) => field).join(', ')}</summary>
      <dl>
        {changes.map(({ field, before, after }) => (
          <div key={field}>
            <dt>{field}</dt>
            <dd>
              {before ?? OPERATIONS_TEXTS.auditNothing} → {after ?? OPERATIONS_TEXTS.auditNothing}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
