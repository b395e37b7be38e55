import { AUDIT_ACTIONS, AUDIT_SUBJECT_TYPES, type AuditEventRow } from '@kidlab/contract';
import { type ReactNode, useId } from 'react';
import { DateInput, TextInput, type TextInputProps } from 'react-admin';

import { FamilyLink } from '../layout/list/cells.js';
import { DateColumn, PortalColumn } from '../layout/list/columns.js';
import { PortalDataTable } from '../layout/list/portal-data-table.js';
import { PortalList } from '../layout/list/portal-list.js';
import { LabTimes } from '../layout/page.js';
import { timeText } from '../texts/dates.js';
import { type Change, changesOf } from './changes.js';
import { OPERATIONS_TEXTS } from '../texts/operations.js';
import { HEADER_TEXTS } from '../texts/portal.js';

interface OfferInputProps extends TextInputProps {
  readonly values: readonly string[];
}

/** A text input with suggestions; other values are allowed. */
function OfferInput({ values, ...props }: OfferInputProps): ReactNode {
  const id = useId();
  return (
    <>
      <TextInput {...props} slotProps={{ htmlInput: { list: id, autoComplete: 'off' } }} />
      <datalist id={id}>
        {values.map((value) => (
          <option key={value} value={value} />
        ))}
      </datalist>
    </>
  );
}

const filters = [
  <TextInput source="actor" alwaysOn />,
  <OfferInput source="action" alwaysOn values={AUDIT_ACTIONS} />,
  <OfferInput source="subjectType" alwaysOn values={AUDIT_SUBJECT_TYPES} />,
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
        rowLabel={({ action, occurredAt }) => `${action} ${timeText(occurredAt)}`}
        card={(event) => ({
          primary: `${event.action} · ${event.actor}`,
          secondary: timeText(event.occurredAt),
        })}
      >
        <DateColumn source="occurredAt" />
        <Column source="actor" disableSort />
        <Column source="action" disableSort />
        <Column source="subjectType" disableSort />
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
