import { type Candidate, INVITATION, type StaffStudy } from '@kidlab/contract';
import { Checkbox, FormControlLabel, TextField } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { useListContext, useRefresh } from 'react-admin';

import { AskDialog } from '../layout/ask-dialog.js';
import { newFormKey } from '../providers/http.js';
import { portalCalls } from '../providers/portal-calls.js';
import { INVITE_TEXTS, refusalText } from '../texts/inviting.js';

/** What became of it, in words. */
export interface Sent {
  readonly queued: number;
  /** A line for each family that was not invited. */
  readonly refused: readonly string[];
}

interface InviteDialogProps {
  readonly study: StaffStudy;
  /** Whose family is invited; `null`: families from the top of the list. */
  readonly child: Candidate | null;
  /** How many of them, unless another number is typed. */
  readonly families: number;
  /** Whether those who are only possibly old enough are asked, unless the box says otherwise. */
  readonly isPossibleToo: boolean;
  readonly onSent: (sent: Sent) => void;
  readonly onClose: () => void;
}

/** Asks how many, and sends: a letter can't be called back. */
export function InviteDialog(props: InviteDialogProps): ReactNode {
  const { study, child, families, isPossibleToo, onSent, onClose } = props;
  const { data = [] } = useListContext<Candidate>();
  const refresh = useRefresh();
  const [formKey] = useState(newFormKey);
  const [take, setTake] = useState(String(Math.min(families, INVITATION.maxFamilies)));
  const [withPossible, setWithPossible] = useState(isPossibleToo);
  const isNumber = /^[1-9]\d*$/.test(take) && Number(take) <= INVITATION.maxFamilies;
  const nameOf = (id: number): string =>
    data.find(({ familyId }) => familyId === id)?.familyName ?? `Family ${String(id)}`;
  return (
    <AskDialog
      isOpen
      heading={INVITE_TEXTS.send}
      question={INVITE_TEXTS.question}
      subject={child?.familyName ?? study.name}
      confirm={INVITE_TEXTS.send}
      check={() => (isNumber ? null : INVITE_TEXTS.wrongNumber)}
      onConfirm={async () => {
        const whom = child === null ? { take: Number(take) } : { familyIds: [child.familyId] };
        const request = { studyId: study.id, ...whom, withPossible };
        const { queued, refused } = await portalCalls.invite(request, formKey);
        const lines = refused.map((one) => `${nameOf(one.familyId)}: ${refusalText(one.reasons)}`);
        onSent({ queued, refused: lines });
        refresh();
      }}
      onClose={onClose}
    >
      {child === null ? (
        <TextField
          name="take"
          type="number"
          size="small"
          margin="normal"
          autoFocus
          label={INVITE_TEXTS.families}
          helperText={INVITE_TEXTS.familiesHint}
          value={take}
          error={!isNumber}
          slotProps={{ htmlInput: { min: 1, max: INVITATION.maxFamilies } }}
          onChange={({ target }) => setTake(target.value)}
        />
      ) : null}
      <FormControlLabel
        label={INVITE_TEXTS.withPossible}
        control={
          <Checkbox
            size="small"
            autoFocus={child !== null}
            checked={withPossible}
            onChange={({ target }) => setWithPossible(target.checked)}
          />
        }
      />
    </AskDialog>
  );
}
