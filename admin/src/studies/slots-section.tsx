import { REPEAT_FORM, SLOT_FORM, type StaffSlot, type StaffStudy } from '@kidlab/contract';
import { Box, Button, Typography } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { useDataProvider } from 'react-admin';

import { EndSlotDialog } from './end-slot-dialog.js';
import { useChange, useMailedFamilies } from './use-studies.js';
import { Fields, TextInput } from '../inputs/inputs.js';
import type { Values } from '../inputs/record-values.js';
import { AskDialog } from '../layout/ask-dialog.js';
import { RowLink } from '../layout/list/cells.js';
import { ButtonsColumn, PortalColumn } from '../layout/list/columns.js';
import { PortalDataTable } from '../layout/list/portal-data-table.js';
import { SectionList } from '../layout/list/portal-list.js';
import { Section } from '../layout/page.js';
import { sessionPath } from '../layout/links.js';
import { newFormKey } from '../providers/http.js';
import { mailedText } from '../texts/invitations.js';
import { waitingText } from '../texts/inviting.js';
import { seatsText, SLOT_TEXTS, slotText } from '../texts/studies.js';

/** A new session has only its study. */
type Slot = Pick<StaffSlot, 'studyId' | 'studyName'> & Partial<StaffSlot>;

type Asked =
  | { readonly what: 'edit'; readonly slot: Slot }
  | { readonly what: 'cancel' | 'delete'; readonly slot: StaffSlot };

const Column = PortalColumn<StaffSlot>;

/** A study's sessions, earliest first. */
export function SlotsSection({ study: { id, name } }: { readonly study: StaffStudy }): ReactNode {
  const [asked, setAsked] = useState<Asked | null>(null);
  const [now] = useState(() => Date.now());
  const actions = (slot: StaffSlot): ReactNode => (
    <Box sx={{ display: 'flex', flexDirection: { xs: 'column', sm: 'row' }, gap: { sm: 1 } }}>
      {actionsOf(slot, now).map((what) => (
        <Button
          key={what}
          size="small"
          aria-label={`${SLOT_TEXTS[what]} ${slotText(slot)}`}
          onClick={() => setAsked({ what, slot })}
        >
          {SLOT_TEXTS[what].split(' ')[0]}
        </Button>
      ))}
    </Box>
  );
  return (
    <Section
      heading={SLOT_TEXTS.heading}
      actions={
        <Button
          variant="contained"
          onClick={() => setAsked({ what: 'edit', slot: { studyId: id, studyName: name } })}
        >
          {SLOT_TEXTS.add}
        </Button>
      }
    >
      <SectionList
        resource="slots"
        filter={{ studyId: id }}
        sort={{ field: 'startsAt', order: 'ASC' }}
      >
        <PortalDataTable<StaffSlot>
          rowLabel={slotText}
          open={(slot) => sessionPath(slot.id)}
          empty={<Typography>{SLOT_TEXTS.none}</Typography>}
          card={(slot) => ({
            primary: slotText(slot),
            secondary: [seatsText(slot), slot.waiting > 0 && waitingText(slot), endText(slot)]
              .filter(Boolean)
              .join(' · '),
            actions: actions(slot),
          })}
        >
          <Column
            source="startsAt"
            disableSort
            render={(slot) => <RowLink to={sessionPath(slot.id)} name={slotText(slot)} />}
          />
          <Column source="seats" disableSort render={seatsText} />
          <Column source="waiting" disableSort />
          <ButtonsColumn<StaffSlot>
            source="actions"
            render={(slot) => endText(slot) ?? actions(slot)}
          />
        </PortalDataTable>
      </SectionList>
      {asked === null ? null : <SlotDialog {...asked} onClose={() => setAsked(null)} />}
    </Section>
  );
}

type SlotDialogProps = Asked & { readonly onClose: () => void };

/** Edits, cancels or deletes a session. */
export function SlotDialog(props: SlotDialogProps): ReactNode {
  return props.what === 'edit' ? <EditSlotDialog {...props} /> : <EndSlotDialog {...props} />;
}

function endText({ cancelledAt, cancelReason }: StaffSlot): string | null {
  return cancelledAt === null ? null : `${SLOT_TEXTS.cancelled}: ${cancelReason ?? ''}`;
}

/** @param now when the page was opened, in milliseconds. */
function actionsOf(slot: StaffSlot, now: number): Asked['what'][] {
  if (slot.cancelledAt !== null) return [];
  const isComing = now < Date.parse(slot.startsAt);
  // With no seats taken and no waiting list, there is no family to notify.
  const isFree = slot.taken + slot.waiting === 0;
  return ['edit', ...(isComing ? ['cancel' as const] : []), ...(isFree ? ['delete' as const] : [])];
}

/** Moves the end by as many days as the start, so a session can run past midnight. */
function lastDayOf(day: string, { startsLocal = '', endsLocal = '' }: Slot): string {
  const [first, last] = [startsLocal.slice(0, 10), endsLocal.slice(0, 10)];
  const end = Date.parse(day) + Date.parse(last) - Date.parse(first);
  return Number.isNaN(end) ? day : new Date(end).toISOString().slice(0, 10);
}

const RULES = {
  day: { required: SLOT_FORM.startsLocal.required },
  startsLocal: { required: SLOT_FORM.startsLocal.required },
  endsLocal: { required: SLOT_FORM.endsLocal.required },
  seats: SLOT_FORM.seats,
  ...REPEAT_FORM,
};
const REPEAT = { repeatTimes: '0', repeatWeeks: '1' };

interface EditSlotDialogProps {
  readonly slot: Slot;
  readonly onClose: () => void;
}

/** Adds or edits a session, in the lab's time zone. */
function EditSlotDialog({ slot: present, onClose }: EditSlotDialogProps): ReactNode {
  const dataProvider = useDataProvider();
  const change = useChange();
  const [formKey] = useState(newFormKey);
  // Keeps the version from when the dialog opened, so a later change by someone else is not overwritten.
  const [slot, setSlot] = useState(present);
  const { id, studyId, studyName } = slot;
  const mailed = useMailedFamilies(id);
  const [day = '', startsLocal = ''] = slot.startsLocal?.split('T') ?? [];
  const endsLocal = slot.endsLocal?.split('T')[1] ?? '';
  const seats = String(slot.seats ?? '');
  // The inputs of the times have the names of the call's fields, where the server's faults are shown.
  const requestOf = ({ day = '', startsLocal = '', endsLocal = '', ...others }: Values) => {
    const ends = `${lastDayOf(day, slot)}T${endsLocal}`;
    return { startsLocal: `${day}T${startsLocal}`, endsLocal: ends, ...others };
  };
  const save = (values: Values) => {
    const data = requestOf(values);
    return id === undefined
      ? dataProvider.create('slots', { data: { studyId, ...data }, meta: { formKey } })
      : dataProvider.update('slots', { id, data, previousData: slot });
  };
  const label = (source: keyof typeof SLOT_TEXTS) => ({ source, label: SLOT_TEXTS[source] });
  return (
    <AskDialog
      key={slot.version}
      heading={id === undefined ? SLOT_TEXTS.add : SLOT_TEXTS.edit}
      question={[SLOT_TEXTS.question, mailedText(mailed, SLOT_TEXTS.ifMoved)].join(' ')}
      subject={studyName}
      confirm={SLOT_TEXTS.save}
      values={{ day, startsLocal, endsLocal, seats, ...(id === undefined ? REPEAT : {}) }}
      rules={RULES}
      onConfirm={(values) => change(() => save(values))}
      onReload={({ version, fields }, values) => {
        setSlot({ ...slot, ...requestOf(values), ...fields, version });
      }}
      onClose={onClose}
    >
      <Box sx={{ mt: 2 }}>
        <Fields>
          <TextInput {...label('day')} type="date" required autoFocus />
          <TextInput {...label('startsLocal')} type="time" required />
          <TextInput {...label('endsLocal')} type="time" required />
          <TextInput {...label('seats')} inputMode="numeric" required />
          {id === undefined ? (
            <>
              <TextInput {...label('repeatTimes')} inputMode="numeric" />
              <TextInput {...label('repeatWeeks')} inputMode="numeric" />
            </>
          ) : null}
        </Fields>
      </Box>
    </AskDialog>
  );
}
