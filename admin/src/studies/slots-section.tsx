import { SLOT_FORM, type StaffSlot, type StaffStudy } from '@kidlab/contract';
import { Box, Button, Typography } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { useDataProvider } from 'react-admin';

import { EndSlotDialog } from './end-slot-dialog.js';
import { useMailedFamilies } from './use-roster.js';
import { useChange } from './use-studies.js';
import { Fields, TextInput } from '../inputs/inputs.js';
import type { Values } from '../inputs/record-values.js';
import { AskDialog } from '../layout/ask-dialog.js';
import { ButtonsColumn, PortalColumn } from '../layout/list/portal-column.js';
import { PortalDataTable } from '../layout/list/portal-data-table.js';
import { SectionList } from '../layout/list/portal-list.js';
import { Section } from '../layout/page.js';
import { sessionPath } from '../layout/record-paths.js';
import { newFormKey } from '../providers/http.js';
import { mailedText } from '../texts/invitations.js';
import { waitingText } from '../texts/inviting.js';
import { actionOf } from '../texts/record.js';
import { seatsText, SLOT_TEXTS, slotText } from '../texts/studies.js';

type Asked =
  | { readonly what: 'add' }
  | { readonly what: 'edit' | 'cancel' | 'delete'; readonly slot: StaffSlot };

const Column = PortalColumn<StaffSlot>;

/** The sessions of a study, the earliest first, and what staff do with them. */
export function SlotsSection({ study }: { readonly study: StaffStudy }): ReactNode {
  const [asked, setAsked] = useState<Asked | null>(null);
  const [now] = useState(() => Date.now());
  const close = (): void => setAsked(null);
  const actions = (slot: StaffSlot): ReactNode => (
    <SlotActions slot={slot} now={now} onAsk={setAsked} />
  );
  return (
    <Section
      heading={SLOT_TEXTS.heading}
      actions={
        <Button variant="contained" onClick={() => setAsked({ what: 'add' })}>
          {SLOT_TEXTS.add}
        </Button>
      }
    >
      <SectionList
        resource="slots"
        filter={{ studyId: study.id }}
        sort={{ field: 'startsAt', order: 'ASC' }}
      >
        <PortalDataTable<StaffSlot>
          rowLabel={slotText}
          open={({ id }) => sessionPath(id)}
          empty={<Typography>{SLOT_TEXTS.none}</Typography>}
          card={(slot) => ({
            primary: slotText(slot),
            secondary: [seatsText(slot), slot.waiting > 0 && waitingText(slot), endText(slot)]
              .filter(Boolean)
              .join(' · '),
            actions: actions(slot),
          })}
        >
          <Column source="startsAt" disableSort render={slotText} />
          <Column source="seats" disableSort render={seatsText} />
          <Column source="waiting" disableSort />
          <ButtonsColumn<StaffSlot>
            source="actions"
            render={(slot) => endText(slot) ?? actions(slot)}
          />
        </PortalDataTable>
      </SectionList>
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

/** Why it does not take place. */
function endText({ cancelledAt, cancelReason }: StaffSlot): string | null {
  return cancelledAt === null ? null : `${SLOT_TEXTS.cancelled}: ${cancelReason ?? ''}`;
}

interface SlotActionsProps {
  readonly slot: StaffSlot;
  /** When the page was opened, in milliseconds. */
  readonly now: number;
  readonly onAsk: (asked: Asked) => void;
}

function SlotActions({ slot, now, onAsk }: SlotActionsProps): ReactNode {
  if (slot.cancelledAt !== null) return null;
  // Nobody has a seat or waits: there is nobody to tell that it is cancelled.
  const isFree = slot.taken + slot.waiting === 0;
  const isComing = now < Date.parse(slot.startsAt);
  const actions = ['edit', isComing ? 'cancel' : null, isFree ? 'delete' : null] as const;
  return (
    <Box sx={{ display: 'flex', flexDirection: { xs: 'column', sm: 'row' }, gap: { sm: 1 } }}>
      {actions
        .filter((what) => what !== null)
        .map((what) => (
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

const { startsLocal, endsLocal, seats: SEATS } = SLOT_FORM;
const RULES = {
  day: { required: startsLocal.required },
  from: { required: startsLocal.required },
  to: { required: endsLocal.required },
  seats: SEATS,
};

/** Asks for day, times and seats, on the lab's clocks. */
export function SlotDialog({ study, slot: present, onClose }: SlotDialogProps): ReactNode {
  const dataProvider = useDataProvider();
  const change = useChange();
  const [formKey] = useState(newFormKey);
  // As it was when the dialog opened: nobody's change since then is overwritten.
  const [slot] = useState(present);
  const mailed = useMailedFamilies(slot?.id);
  const [day = '', from = ''] = slot?.startsLocal.split('T') ?? [];
  const to = slot?.endsLocal.split('T')[1] ?? '';
  const seats = String(slot?.seats ?? '');
  const repeat = { repeatTimes: '0', repeatWeeks: '1' };
  const save = ({ day = '', from, to, ...others }: Values): Promise<unknown> => {
    const ends = `${lastDayOf(day, slot)}T${to ?? ''}`;
    const data = { startsLocal: `${day}T${from ?? ''}`, endsLocal: ends, ...others };
    return slot === undefined
      ? dataProvider.create('slots', { data: { studyId: study.id, ...data }, meta: { formKey } })
      : dataProvider.update('slots', { id: slot.id, data, previousData: slot });
  };
  const label = (source: keyof typeof SLOT_TEXTS) => ({ source, label: SLOT_TEXTS[source] });
  return (
    <AskDialog
      isOpen
      heading={slot === undefined ? SLOT_TEXTS.add : SLOT_TEXTS.edit}
      question={[SLOT_TEXTS.question, mailedText(mailed, SLOT_TEXTS.ifMoved)].join(' ')}
      subject={study.name}
      confirm={SLOT_TEXTS.save}
      values={{ day, from, to, seats, ...(slot === undefined ? repeat : {}) }}
      rules={RULES}
      onConfirm={(values) => change(() => save(values))}
      onClose={onClose}
    >
      <Box sx={{ mt: 2 }}>
        <Fields>
          <TextInput {...label('day')} type="date" autoFocus />
          <TextInput {...label('from')} type="time" />
          <TextInput {...label('to')} type="time" />
          <TextInput {...label('seats')} inputMode="numeric" />
          {slot === undefined ? (
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
