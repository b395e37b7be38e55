import { AUDIT_ACTIONS, AUDIT_SUBJECT_TYPES, type AuditEventRow } from '@kidlab/contract';
import type { ReactNode } from 'react';
import { DateInput, TextInput } from 'react-admin';

import { ChoiceFilter } from '../inputs/filters.js';
import { namedOptions } from '../inputs/inputs.js';
import { FamilyLink } from '../layout/list/cells.js';
import { DateColumn, PortalColumn } from '../layout/list/columns.js';
import { PortalDataTable } from '../layout/list/portal-data-table.js';
import { PortalList } from '../layout/list/portal-list.js';
import { LabTimes } from '../layout/page.js';
import { auditActionName, auditSubjectName } from '../texts/audit.js';
import { timeText } from '../texts/dates.js';
import { type Change, changesOf } from './changes.js';
import { OPERATIONS_TEXTS } from '../texts/operations.js';
import { HEADER_TEXTS } from '../texts/portal.js';

const filters = [
  <TextInput source="actor" alwaysOn />,
  <ChoiceFilter source="action" options={namedOptions(AUDIT_ACTIONS, auditActionName)} alwaysOn />,
  <ChoiceFilter
    source="subjectType"
    options={namedOptions(AUDIT_SUBJECT_TYPES, auditSubjectName)}
    alwaysOn
  />,
  <TextInput source="subjectId" alwaysOn />,
  <DateInput source="from" alwaysOn />,
  <DateInput source="to" alwaysOn />,
];

/** All six filters fit in one row on a desktop. */
const ONE_ROW = {
  '& .RaFilterForm-filterFormInput .MuiFormControl-root': { width: { lg: '11.5rem' } },
};

const Column = PortalColumn<AuditEventRow>;

export default function AuditEventList(): ReactNode {
  return (
    <PortalList
      title={HEADER_TEXTS.added.audit}
      filters={filters}
      sort={{ field: 'occurredAt', order: 'DESC' }}
      above={<LabTimes />}
      sx={ONE_ROW}
    >
      <PortalDataTable<AuditEventRow>
        rowLabel={({ action, occurredAt }) => `${auditActionName(action)} ${timeText(occurredAt)}`}
        card={(event) => ({
          primary: `${auditActionName(event.action)} · ${event.actor}`,
          secondary: timeText(event.occurredAt),
        })}
      >
        <DateColumn source="occurredAt" />
        <Column source="actor" disableSort />
        <Column source="action" disableSort render={({ action }) => auditActionName(action)} />
        <Column
          source="subjectType"
          disableSort
          render={({ subjectType }) => auditSubjectName(subjectType)}
        />
        <Column
          source="subjectId"
          disableSort
          // Links to the family, which may be deleted by now.
          render={({ subjectType, subjectId: id }) =>
            subjectType === 'family' && id !== null ? <FamilyLink guid={id} name={id} /> : id
          }
        />
        <Column
          source="after"
          disableSort
          render={({ before, after }) => <Changes changes={changesOf(before, after)} />}
        />
      </PortalDataTable>
    </PortalList>
  );
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
