import { Box, Button } from '@mui/material';
import { type ReactNode, useEffect, useState } from 'react';

import { RosterOnScreen, type RosterProps } from './roster.js';
import { CancelSlotDialog, DeleteSlotDialog, EditSlotDialog } from './slot-dialogs.js';
import { TO_STUDIES, useRoster } from './use-studies.js';
import { useRecordParams } from '../inputs/record-page.js';
import { LabTimes, Loaded, Page, PageLink } from '../layout/page.js';
import { studyPath } from '../layout/links.js';
import { SESSION_TEXTS } from '../texts/invitations.js';
import { SLOT_TEXTS, slotText } from '../texts/studies.js';

/** A session with its roster and waiting list. */
export default function SessionPage(): ReactNode {
  const roster = useRoster(useRecordParams().id ?? 0);
  const slot = roster.data?.slot;
  const [now, setNow] = useState(Date.now);
  // The page may stay open until the session begins. Polling instead would keep the user signed in.
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 10_000);
    return () => clearInterval(timer);
  }, []);
  return (
    <Page
      title={SESSION_TEXTS.heading}
      subject={slot && slotText(slot)}
      above={
        <PageLink
          {...(slot ? { to: studyPath(slot.studyId), label: slot.studyName } : TO_STUDIES)}
        />
      }
      actions={roster.data && <SessionActions roster={roster.data} now={now} />}
    >
      <Loaded query={roster}>{(data) => <RosterOnScreen roster={data} now={now} />}</Loaded>
      <LabTimes />
    </Page>
  );
}

const DIALOGS = { edit: EditSlotDialog, cancel: CancelSlotDialog, delete: DeleteSlotDialog };

function SessionActions({ roster: { slot }, now }: RosterProps): ReactNode {
  const [asked, setAsked] = useState<keyof typeof DIALOGS | null>(null);
  const Dialog = asked && DIALOGS[asked];
  const isComing = now < Date.parse(slot.startsAt);
  // With no seats taken and no waiting list, there is no family to notify.
  const isFree = slot.taken + slot.waiting === 0;
  return (
    <>
      {slot.cancelledAt === null ? (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          <Button variant="outlined" onClick={() => window.print()}>
            {SESSION_TEXTS.print}
          </Button>
          <Button variant="outlined" onClick={() => setAsked('edit')}>
            {SLOT_TEXTS.edit}
          </Button>
          {isComing ? (
            <Button variant="outlined" color="error" onClick={() => setAsked('cancel')}>
              {SLOT_TEXTS.cancel}
            </Button>
          ) : null}
          {isFree ? (
            <Button variant="outlined" color="error" onClick={() => setAsked('delete')}>
              {SLOT_TEXTS.delete}
            </Button>
          ) : null}
        </Box>
      ) : null}
      {/* An open dialog stays, with its error, when someone else cancels the session. */}
      {Dialog === null ? null : <Dialog slot={slot} onClose={() => setAsked(null)} />}
    </>
  );
}
