import type { StaffSlot, StaffStudy } from '@kidlab/contract';
import { Button, Typography } from '@mui/material';
import { type ReactNode, useState } from 'react';

import { EditSlotDialog } from './slot-dialogs.js';
import { PortalColumn } from '../layout/list/columns.js';
import { PortalDataTable } from '../layout/list/portal-data-table.js';
import { IN_SECTION, PortalListView } from '../layout/list/portal-list.js';
import { Section } from '../layout/page.js';
import { sessionPath } from '../layout/links.js';
import { waitingText } from '../texts/inviting.js';
import { SLOT_TEXTS, slotText, statusText } from '../texts/studies.js';

const Column = PortalColumn<StaffSlot>;

/** A study's sessions, inside their list. */
export function SlotsSection({ study: { id, name } }: { readonly study: StaffStudy }): ReactNode {
  const [isAdding, setAdding] = useState(false);
  return (
    <Section
      heading={SLOT_TEXTS.heading}
      actions={
        <Button variant="contained" onClick={() => setAdding(true)}>
          {SLOT_TEXTS.add}
        </Button>
      }
    >
      <PortalListView sx={IN_SECTION}>
        <PortalDataTable<StaffSlot>
          open={(slot) => sessionPath(slot.id)}
          empty={<Typography>{SLOT_TEXTS.none}</Typography>}
          card={(slot) => ({
            primary: slotText(slot),
            secondary: [statusText(slot), slot.waiting > 0 && waitingText(slot)]
              .filter(Boolean)
              .join(' · '),
          })}
        >
          <Column source="startsAt" disableSort opens render={slotText} />
          <Column source="seats" disableSort render={statusText} />
          <Column source="waiting" disableSort />
        </PortalDataTable>
      </PortalListView>
      {isAdding ? (
        <EditSlotDialog slot={{ studyId: id, studyName: name }} onClose={() => setAdding(false)} />
      ) : null}
    </Section>
  );
}
