import { AUDIT_ACTION_NAMES, AUDIT_SUBJECT_NAMES, type AuditEventRow } from '@kidlab/contract';
import type { ReactNode } from 'react';
import { getFieldLabelTranslationArgs, useTranslate } from 'react-admin';

import { ChoiceFilter, GridActions, periodFilters, TextFilter } from '../inputs/filters.js';
import { useIsPhone } from '../layout/list/cards.js';
import { FamilyLink } from '../layout/list/cells.js';
import { DateColumn, PortalColumn } from '../layout/list/columns.js';
import { PortalDataTable } from '../layout/list/portal-data-table.js';
import { ListPage, PortalListView } from '../layout/list/portal-list.js';
import { LabTimes } from '../layout/page.js';
import { timeText } from '../texts/dates.js';
import { changesOf, valueText } from './changes.js';
import { AUDIT_FIELD_LABELS, nameIn } from '../texts/operations.js';
import { HEADER_TEXTS } from '../texts/portal.js';

/** On a phone, only the first two are shown. The menu beside them adds the others. */
const filters = (isPhone: boolean) => [
  <TextFilter source="actor" alwaysOn />,
  <ChoiceFilter source="action" options={AUDIT_ACTION_NAMES} alwaysOn />,
  <ChoiceFilter source="subjectType" options={AUDIT_SUBJECT_NAMES} alwaysOn={!isPhone} />,
  <TextFilter source="subjectId" alwaysOn={!isPhone} />,
  ...periodFilters('from', 'to', !isPhone),
];

/** All six filters fit in one row on a desktop. */
const ONE_ROW = {
  '& .RaFilterForm-filterFormInput .MuiFormControl-root': { width: { lg: '11.5rem' } },
};

const actionName = ({ action }: AuditEventRow): string => nameIn(AUDIT_ACTION_NAMES, action);
const subjectName = ({ subjectType }: AuditEventRow): string =>
  nameIn(AUDIT_SUBJECT_NAMES, subjectType);

const Column = PortalColumn<AuditEventRow>;

export default function AuditEventList(): ReactNode {
  const isPhone = useIsPhone();
  return (
    <ListPage
      title={HEADER_TEXTS.added.audit}
      sort={{ field: 'occurredAt', order: 'DESC' }}
      above={<LabTimes />}
    >
      <PortalListView
        filters={filters(isPhone)}
        actions={isPhone ? <GridActions /> : false}
        sx={ONE_ROW}
      >
        <PortalDataTable<AuditEventRow>
          card={(event) => ({
            primary: `${actionName(event)} · ${event.actor}`,
            secondary: (
              <>
                <div>{timeText(event.occurredAt)}</div>
                <div>
                  {subjectName(event)} <SubjectId event={event} />
                </div>
                <Changes event={event} />
              </>
            ),
          })}
        >
          <DateColumn source="occurredAt" />
          <Column source="actor" disableSort />
          <Column source="action" disableSort render={actionName} />
          <Column source="subjectType" disableSort render={subjectName} />
          <Column source="subjectId" disableSort render={(event) => <SubjectId event={event} />} />
          <Column source="after" disableSort render={(event) => <Changes event={event} />} />
        </PortalDataTable>
      </PortalListView>
    </ListPage>
  );
}

interface EventProps {
  readonly event: AuditEventRow;
}

/** Links to a family, which may be deleted by now. */
function SubjectId({ event: { subjectType, subjectId: id } }: EventProps): ReactNode {
  return subjectType === 'family' && id !== null ? <FamilyLink guid={id} name={id} /> : id;
}

/** The resources whose labels name the fields of a record. */
const RESOURCES: Readonly<Record<string, string>> = {
  child: 'children',
  family: 'families',
  guardian: 'guardians',
  mail: 'mails',
  slot: 'slots',
  study: 'studies',
  user: 'users',
};

function Changes({ event }: EventProps): ReactNode {
  const translate = useTranslate();
  const resource = RESOURCES[event.subjectType] ?? event.subjectType;
  const changes = changesOf(event.before, event.after).map(({ field, before, after }) => ({
    label:
      AUDIT_FIELD_LABELS[field] ??
      translate(...getFieldLabelTranslationArgs({ resource, source: field })),
    text: `${valueText(field, before)} → ${valueText(field, after)}`,
  }));
  if (changes.length === 0) return null;
  return (
    <details>
      <summary>{changes.map(({ label }) => label).join(', ')}</summary>
      <dl>
        {changes.map(({ label, text }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
