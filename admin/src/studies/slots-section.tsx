import type { StaffSlot, StaffStudy } from '@kidlab/contract';
import { Box, Button, Typography } from '@mui/material';
import { type ReactNode, useState } from 'react';

import { type Asked, SlotDialog } from './slot-dialog.js';
import { RowLink } from '../layout/list/cells.js';
import { ButtonsColumn, PortalColumn } from '../layout/list/columns.js';
import { PortalDataTable } from '../layout/list/portal-data-table.js';
import { SectionList } from '../layout/list/portal-list.js';
import { Section } from '../layout/page.js';
import { sessionPath } from '../layout/links.js';
import { waitingText } from '../texts/inviting.js';
import { seatsText, SLOT_TEXTS, slotText } from '../texts/studies.js';

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
