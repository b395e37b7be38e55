import { REPEAT_FORM, SLOT_FORM, type StaffSlot } from '@kidlab/contract';
import { Box } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { useDataProvider } from 'react-admin';

import { EndSlotDialog } from './end-slot-dialog.js';
import { useChange, useMailedFamilies } from './use-studies.js';
import { Fields, TextInput } from '../inputs/inputs.js';
import type { Values } from '../inputs/record-values.js';
import { AskDialog } from '../layout/ask-dialog.js';
import { newFormKey } from '../providers/http.js';
import { mailedText } from '../texts/invitations.js';
import { SLOT_TEXTS } from '../texts/studies.js';

/** A new session has only its study. */
type Slot = Pick<StaffSlot, 'studyId' | 'studyName'> & Partial<StaffSlot>;

/** What to do with which session. */
export type Asked =
  | { readonly what: 'edit'; readonly slot: Slot }
  | { readonly what: 'cancel' | 'delete'; readonly slot: StaffSlot };

type SlotDialogProps = Asked & { readonly onClose: () => void };

/** Edits, cancels or deletes a session. */
export function SlotDialog(props: SlotDialogProps): ReactNode {
  return props.what === 'edit' ? <EditSlotDialog {...props} /> : <EndSlotDialog {...props} />;
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
