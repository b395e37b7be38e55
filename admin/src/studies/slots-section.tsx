import { SLOT, type StaffSlot, type StaffStudy } from '@kidlab/contract';
import { Box, Button, TextField, Typography } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { useDataProvider } from 'react-admin';

import { EndSlotDialog } from './end-slot-dialog.js';
import { useMailedFamilies } from './use-roster.js';
import { useChange, useSlots } from './use-studies.js';
import { AskDialog } from '../layout/ask-dialog.js';
import { Loaded, Section } from '../layout/page.js';
import { PlainTable } from '../layout/plain-table.js';
import { sessionPath } from '../layout/record-paths.js';
import { newFormKey } from '../providers/http.js';
import { mailedText } from '../texts/invitations.js';
import { actionOf } from '../texts/record.js';
import { seatsText, SLOT_TEXTS, slotText } from '../texts/studies.js';

const COLUMNS = [SLOT_TEXTS.when, SLOT_TEXTS.seats, SLOT_TEXTS.waiting, SLOT_TEXTS.actions];

type Asked =
  | { readonly what: 'add' }
  | { readonly what: 'edit' | 'cancel' | 'delete'; readonly slot: StaffSlot };

/** The sessions of a study, the earliest first, and what staff do with them. */
export function SlotsSection({ study }: { readonly study: StaffStudy }): ReactNode {
  const [asked, setAsked] = useState<Asked | null>(null);
  const slots = useSlots(study.id);
  const close = (): void => setAsked(null);
  return (
    <Section
      heading={SLOT_TEXTS.heading}
      actions={
        <Button variant="contained" onClick={() => setAsked({ what: 'add' })}>
          {SLOT_TEXTS.add}
        </Button>
      }
    >
      <Loaded query={slots}>
        {(rows) =>
          rows.length === 0 ? (
            <Typography>{SLOT_TEXTS.none}</Typography>
          ) : (
            <PlainTable
              label={SLOT_TEXTS.heading}
              columns={COLUMNS}
              rows={rows.map((slot) => ({
                key: String(slot.id),
                to: sessionPath(slot.id),
                cells: [
                  slotText(slot),
                  seatsText(slot),
                  slot.waiting,
                  slot.cancelledAt === null ? (
                    <SlotActions slot={slot} onAsk={setAsked} />
                  ) : (
                    `${SLOT_TEXTS.cancelled}: ${slot.cancelReason ?? ''}`
                  ),
                ],
              }))}
            />
          )
        }
      </Loaded>
      {asked === null ? null : asked.what === 'add' ? (
        <SlotDialog study={study} onClose={close} />
      ) : asked.what === 'edit' ? (
        <SlotDialog study={study} slot={asked.slot} onClose={close} />
      ) : (
        <EndSlotDialog what={asked.what} slot={asked.slot} onClose={close} />
      )}
    </Section>
  );
}

interface SlotActionsProps {
  readonly slot: StaffSlot;
  readonly onAsk: (asked: Asked) => void;
}

function SlotActions({ slot, onAsk }: SlotActionsProps): ReactNode {
  // Nobody has a seat or waits: there is nobody to tell that it is cancelled.
  const isFree = slot.taken + slot.waiting === 0;
  return (
    <Box sx={{ display: 'flex', gap: 1 }}>
      {(['edit', 'cancel', ...(isFree ? (['delete'] as const) : [])] as const).map((what) => (
        <Button
          key={what}
          size="small"
          aria-label={actionOf(SLOT_TEXTS[what], slotText(slot))}
          onClick={() => onAsk({ what, slot })}
        >
          {SLOT_TEXTS[what].split(' ')[0]}
        </Button>
      ))}
    </Box>
  );
}

/** A session over midnight ends as many days after it starts as it did. */
function lastDayOf(day: string, slot?: StaffSlot): string {
  if (slot === undefined) return day;
  const [first, last] = [slot.startsLocal.slice(0, 10), slot.endsLocal.slice(0, 10)];
  const end = Date.parse(day) + Date.parse(last) - Date.parse(first);
  return Number.isNaN(end) ? day : new Date(end).toISOString().slice(0, 10);
}

interface SlotDialogProps {
  readonly study: Pick<StaffStudy, 'id' | 'name'>;
  /** Left out: a new one, which may be repeated. */
  readonly slot?: StaffSlot;
  readonly onClose: () => void;
}

/** Asks for day, times and seats, on the lab's clocks. */
export function SlotDialog({ study, slot, onClose }: SlotDialogProps): ReactNode {
  const dataProvider = useDataProvider();
  const change = useChange();
  const mailed = useMailedFamilies(slot?.id);
  const [formKey] = useState(newFormKey);
  const [day = '', from = ''] = slot?.startsLocal.split('T') ?? [];
  const [values, setValues] = useState({
    day,
    from,
    to: slot?.endsLocal.split('T')[1] ?? '',
    seats: String(slot?.seats ?? ''),
    repeatTimes: '0',
    repeatWeeks: '1',
  });
  const field = (name: keyof typeof values, type: string, most?: number): ReactNode => (
    <TextField
      name={name}
      type={type}
      size="small"
      margin="normal"
      label={SLOT_TEXTS[name]}
      autoFocus={name === 'day'}
      value={values[name]}
      onChange={({ target }) => setValues({ ...values, [name]: target.value })}
      slotProps={{
        inputLabel: { shrink: true },
        htmlInput: most === undefined ? {} : { min: 0, max: most },
      }}
    />
  );
  const save = async (): Promise<void> => {
    const { repeatTimes, repeatWeeks, seats } = values;
    const times = {
      startsLocal: `${values.day}T${values.from}`,
      endsLocal: `${lastDayOf(values.day, slot)}T${values.to}`,
      seats,
    };
    if (slot === undefined) {
      const data = { studyId: study.id, ...times, repeatTimes, repeatWeeks };
      await dataProvider.create('slots', { data, meta: { formKey } });
    } else {
      const { id, version } = slot;
      await dataProvider.update('slots', { id, data: { ...times, version }, previousData: slot });
    }
  };
  return (
    <AskDialog
      isOpen
      heading={slot === undefined ? SLOT_TEXTS.add : SLOT_TEXTS.edit}
      question={[SLOT_TEXTS.question, mailedText(mailed, SLOT_TEXTS.ifMoved)].join(' ')}
      subject={study.name}
      confirm={SLOT_TEXTS.save}
      onConfirm={() => change(save)}
      onClose={onClose}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, '& > *': { flex: '1 1 8rem' } }}>
        {field('day', 'date')}
        {field('from', 'time')}
        {field('to', 'time')}
        {field('seats', 'number', SLOT.maxSeats)}
        {slot === undefined ? field('repeatTimes', 'number', SLOT.maxRepeats) : null}
        {slot === undefined ? field('repeatWeeks', 'number', SLOT.maxRepeats) : null}
      </Box>
    </AskDialog>
  );
}
