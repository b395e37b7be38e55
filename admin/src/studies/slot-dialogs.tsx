import {
  ageMatchOn,
  calendarDay,
  CANCELLATION_FORM,
  REPEAT_FORM,
  type Roster,
  SLOT_FORM,
  type StaffSlot,
  STUDY_LENGTH,
} from '@kidlab/contract';
import { Alert, Box } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { useDataProvider } from 'react-admin';
import { useWatch } from 'react-hook-form';

import { DeleteDialog } from './delete-dialog.js';
import { mailedFamilies, useChange, useRoster } from './use-studies.js';
import { Fields, LongTextInput, TextInput } from '../inputs/inputs.js';
import type { Values } from '../inputs/record-values.js';
import { AskDialog } from '../layout/ask-dialog.js';
import { studyPath } from '../layout/links.js';
import { pageHeading } from '../layout/page.js';
import { newFormKey } from '../providers/http.js';
import { portalCalls } from '../providers/portal-calls.js';
import { childName, mailedText, outsideAgesText } from '../texts/invitations.js';
import { SLOT_LABELS, SLOT_TEXTS, slotText } from '../texts/studies.js';

/** A new session has only its study. */
type Slot = Pick<StaffSlot, 'studyId' | 'studyName'> & Partial<StaffSlot>;

interface DialogProps<AnySlot> {
  readonly slot: AnySlot;
  readonly onClose: () => void;
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

/** Adds or edits a session, in the lab's time zone. */
export function EditSlotDialog({ slot: present, onClose }: DialogProps<Slot>): ReactNode {
  const dataProvider = useDataProvider();
  const change = useChange();
  const [formKey] = useState(newFormKey);
  // Keeps the version from when the dialog opened, so a later change by someone else is not overwritten.
  const [slot, setSlot] = useState(present);
  const { id, studyId, studyName } = slot;
  const { data: roster } = useRoster(id);
  const [day = '', startsLocal = ''] = slot.startsLocal?.split('T') ?? [];
  const endsLocal = slot.endsLocal?.split('T')[1] ?? '';
  const seats = String(slot.seats ?? '');
  // The time inputs have the names of the request's fields, so that the server's errors are shown at them.
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
  const label = (source: keyof typeof SLOT_LABELS) => ({ source, label: SLOT_LABELS[source] });
  return (
    <AskDialog
      key={slot.version}
      heading={id === undefined ? SLOT_TEXTS.add : SLOT_TEXTS.edit}
      question={[SLOT_TEXTS.question, mailedText(mailedFamilies(roster), SLOT_TEXTS.ifMoved)].join(
        ' ',
      )}
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
        {roster === undefined ? null : <OutsideAges roster={roster} />}
      </Box>
    </AskDialog>
  );
}

const DAY = 86_400_000;

/** Names the children who are outside the study's ages on the entered day, if the day has changed. */
function OutsideAges({ roster }: { readonly roster: Roster }): ReactNode {
  const { slot, study, seated, waiting } = roster;
  const day = String(useWatch({ name: 'day' }) ?? '');
  const [yesterday] = useState(() => Date.now() - DAY);
  // A year that is still being typed is in the past.
  if (slot.startsLocal.startsWith(day) || !(Date.parse(day) > yesterday)) return null;
  const outside = [...seated, ...waiting].filter(
    (child) => ageMatchOn(child, study.criteria, calendarDay(day)) === null,
  );
  if (outside.length === 0) return null;
  return (
    <Alert severity="warning" sx={{ mt: 2 }}>
      {outsideAgesText(outside.map(childName))}
    </Alert>
  );
}

/** Cancels a session with a reason for parents. The server refuses one with recorded attendance. */
export function CancelSlotDialog({ slot, onClose }: DialogProps<StaffSlot>): ReactNode {
  const change = useChange();
  const { data: roster } = useRoster(slot.id);
  return (
    <AskDialog
      heading={SLOT_TEXTS.cancel}
      question={`${SLOT_TEXTS.cancelQuestion} ${mailedText(mailedFamilies(roster))}`}
      subject={slotText(slot)}
      confirm={SLOT_TEXTS.cancel}
      cancel={SLOT_TEXTS.keep}
      isDangerous
      rules={CANCELLATION_FORM}
      values={{ reason: '' }}
      onConfirm={({ reason = '' }) =>
        change(() => portalCalls.cancelSlot(slot.id, reason), SLOT_TEXTS.wasCanceled)
      }
      onClose={onClose}
      // The button that opened the dialog is removed.
      focusAfter={pageHeading}
    >
      <Box sx={{ mt: 2 }}>
        <LongTextInput
          source="reason"
          label={SLOT_TEXTS.reason}
          required
          autoFocus
          rows={2}
          limit={STUDY_LENGTH.cancelReason}
        />
      </Box>
    </AskDialog>
  );
}

/** Deletes a session that no family has answered. */
export function DeleteSlotDialog({ slot, onClose }: DialogProps<StaffSlot>): ReactNode {
  return (
    <DeleteDialog
      resource="slots"
      id={slot.id}
      heading={SLOT_TEXTS.delete}
      question={SLOT_TEXTS.deleteQuestion}
      subject={slotText(slot)}
      done={SLOT_TEXTS.wasDeleted}
      to={studyPath(slot.studyId)}
      onClose={onClose}
    />
  );
}
