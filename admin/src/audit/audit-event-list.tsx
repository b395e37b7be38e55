import {
  AUDIT_ACTIONS,
  AUDIT_SUBJECT_TYPES,
  type AuditEventRow,
  formatDateTime,
  PORTAL_ROUTES,
} from '@kidlab/contract';
import { Link as MuiLink } from '@mui/material';
import type { ReactNode } from 'react';
import { DateInput, TextInput } from 'react-admin';
import { Link } from 'react-router';

import { PortalColumn, PortalDataTable, PortalList } from '../layout/list/index.js';
import { LabTimes } from '../layout/page.js';
import { site } from '../site.js';
import { type Change, changesOf } from './changes.js';
import { OPERATIONS_TEXTS } from '../texts/operations.js';
import { GRID_TEXTS } from '../texts/portal.js';

const TEXTS = OPERATIONS_TEXTS;

/** Ids of the lists of what is offered. */
const ACTIONS = 'audit-actions';
const SUBJECT_TYPES = 'audit-subject-types';

/** A text that is typed or chosen; what is offered is not all that there can be. */
function offer(id: string) {
  return { htmlInput: { list: id, autoComplete: 'off' } };
}

const filters = [
  <TextInput key="actor" source="actor" label={TEXTS.auditActor} alwaysOn />,
  <TextInput
    key="action"
    source="action"
    label={TEXTS.auditAction}
    alwaysOn
    slotProps={offer(ACTIONS)}
  />,
  <TextInput
    key="subjectType"
    source="subjectType"
    label={TEXTS.auditSubjectType}
    alwaysOn
    slotProps={offer(SUBJECT_TYPES)}
  />,
  <TextInput key="subjectId" source="subjectId" label={TEXTS.auditSubjectId} alwaysOn />,
  <DateInput key="from" source="from" label={TEXTS.auditFrom} alwaysOn />,
  <DateInput key="to" source="to" label={TEXTS.auditTo} alwaysOn />,
];

/** All six filters side by side on a desktop, so that "To" stands beside "From". */
const ONE_ROW = {
  '& .RaList-main': { minWidth: 0 },
  '& .RaFilterForm-filterFormInput .MuiFormControl-root': { width: { lg: '11.5rem' } },
};

const at = (moment: string): string => formatDateTime(moment, site.labTimeZone);

/** Who did what, when; before and after for changes. */
export function AuditEventList(): ReactNode {
  return (
    <PortalList
      title={GRID_TEXTS.auditEvents}
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
        <PortalColumn<AuditEventRow>
          source="occurredAt"
          label={TEXTS.auditWhen}
          render={({ occurredAt }) => at(occurredAt)}
        />
        <PortalColumn<AuditEventRow> source="actor" label={TEXTS.auditActor} disableSort />
        <PortalColumn<AuditEventRow> source="action" label={TEXTS.auditAction} disableSort />
        <PortalColumn<AuditEventRow>
          source="subjectType"
          label={TEXTS.auditSubjectType}
          disableSort
        />
        <PortalColumn<AuditEventRow>
          source="subjectId"
          label={TEXTS.auditSubjectId}
          disableSort
          render={(event) => <Subject event={event} />}
        />
        <PortalColumn<AuditEventRow>
          source="after"
          label={TEXTS.auditChanges}
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
  return (
    <MuiLink component={Link} to={`${PORTAL_ROUTES.familyDetails}?guid=${subjectId}`}>
      {subjectId}
    </MuiLink>
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
              {before ?? TEXTS.auditNothing} → {after ?? TEXTS.auditNothing}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
