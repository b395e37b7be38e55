import {
  type Candidate,
  faultsOf,
  INVITATION,
  type InvitationsResult,
  SIMPLE_REST,
  type StaffFamily,
  type StaffStudy,
} from '@kidlab/contract';
import { Box, Checkbox, FormControlLabel, Typography } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { useDataProvider, useGetList, useRefresh } from 'react-admin';
import { useWatch } from 'react-hook-form';

import { TextInput } from '../inputs/inputs.js';
import { AskDialog } from '../layout/ask-dialog.js';
import { Loaded } from '../layout/page.js';
import { newFormKey } from '../providers/http.js';
import { portalCalls } from '../providers/portal-calls.js';
import { familiesHint, firstFamiliesText, INVITE_TEXTS, refusalText } from '../texts/inviting.js';

/** The result of sending, as text. */
export interface Sent {
  readonly queued: number;
  /** One line per family that was not invited. */
  readonly refused: readonly string[];
}

interface InviteDialogProps {
  readonly study: StaffStudy;
  /** Only this child's family is invited; `null` invites from the top of the list. */
  readonly child: Candidate | null;
  /** Default for the number of families. */
  readonly freeSeats: number;
  /** Initial state of the checkbox for children who are only possibly the right age. */
  readonly isPossibleToo: boolean;
  readonly onSent: (sent: Sent) => void;
  readonly onClose: () => void;
  readonly focusAfter: () => HTMLElement | null;
}

const NUMBER = INVITE_TEXTS.wrongNumber;
const RULES = {
  // At most `INVITATION.maxFamilies`.
  take: { required: NUMBER, pattern: { regex: /^(?:[1-9]\d{0,2}|1000)$/, message: NUMBER } },
};

/** Asks how many families to invite, then sends the invitations. */
export function InviteDialog(props: InviteDialogProps): ReactNode {
  const { study, child, freeSeats, isPossibleToo, onSent, onClose, focusAfter } = props;
  const dataProvider = useDataProvider();
  const refresh = useRefresh();
  const [formKey] = useState(newFormKey);
  const [withPossible, setWithPossible] = useState(isPossibleToo);
  // Does not depend on what the list behind the dialog shows.
  const query = useGetList<Candidate>(
    'candidates',
    {
      filter: { studyId: study.id, verdict: withPossible ? ['certain', 'possible'] : ['certain'] },
      pagination: { page: 1, perPage: SIMPLE_REST.maxRows },
    },
    // Read once: a retry after a lost response must be for the same families.
    { enabled: child === null, staleTime: 'static', gcTime: 0 },
  );
  /**
   * Sends family ids if the page knows all of them. If someone else invites one of them meanwhile, the server refuses
   * it. With only a number, it would take a family that the dialog did not name.
   */
  const whomOf = (take: number): { familyIds: number[] } | { take: number } => {
    if (child !== null) return { familyIds: [child.familyId] };
    const { first, areKnown } = firstOf(query, take);
    return areKnown ? { familyIds: first.map(([id]) => id) } : { take };
  };
  /** The response has only ids: the server stores it for retries, so it holds no names. */
  const linesOf = async (refused: InvitationsResult['refused']): Promise<string[]> => {
    if (refused.length === 0) return [];
    const ids = refused.map(({ familyId }) => familyId);
    const { data } = await dataProvider
      .getMany<StaffFamily>('families', { ids })
      .catch(() => ({ data: [] }));
    const names = new Map(data.map(({ id, familyName }) => [id, familyName]));
    return refused.map(
      ({ familyId: id, reasons }) =>
        `${names.get(id) ?? `Family ${String(id)}`}: ${refusalText(reasons)}`,
    );
  };
  return (
    <AskDialog
      heading={INVITE_TEXTS.send}
      question={INVITE_TEXTS.question}
      subject={child?.familyName ?? study.name}
      confirm={INVITE_TEXTS.send}
      // Staff see whom they invite before they can send.
      isBlocked={child === null && (query.data ?? []).length === 0}
      values={{ take: String(Math.min(Math.max(freeSeats, 1), INVITATION.maxFamilies)) }}
      rules={RULES}
      onConfirm={async ({ take }) => {
        const whom = whomOf(Number(take));
        try {
          const result = await portalCalls.invite(study.id, whom, withPossible, formKey);
          onSent({ queued: result.queued, refused: await linesOf(result.refused) });
        } finally {
          // Also after a failure: the response may have been lost, but the invitations are on their way.
          refresh();
        }
      }}
      onClose={onClose}
      focusAfter={focusAfter}
    >
      {child === null ? (
        <Box sx={{ mt: 2 }}>
          <TextInput
            source="take"
            label={INVITE_TEXTS.families}
            hint={familiesHint(freeSeats)}
            inputMode="numeric"
            required
            autoFocus
          />
          <FirstFamilies query={query} />
        </Box>
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

type FirstChildren = ReturnType<typeof useGetList<Candidate>>;

/** The first families of the list, with their names. `areKnown`: there are `take` of them, or no more exist. */
function firstOf({ data = [], total }: FirstChildren, take: number) {
  const families = new Map(data.map(({ familyId, familyName }) => [familyId, familyName]));
  const first = [...families].slice(0, take);
  return { first, areKnown: first.length === take || total === data.length };
}

/** Names the first families that get an invitation. */
function FirstFamilies({ query }: { readonly query: FirstChildren }): ReactNode {
  const entered = String(useWatch({ name: 'take' }) ?? '');
  const isNumber = faultsOf(RULES, { take: entered }).length === 0;
  const { first, areKnown } = firstOf(query, Number(entered));
  const names = first.map(([, name]) => name);
  return (
    <Loaded query={query}>
      {() => (
        <Typography role="status" sx={{ my: 1, overflowWrap: 'anywhere' }}>
          {isNumber ? firstFamiliesText(names, Number(entered), areKnown) : null}
        </Typography>
      )}
    </Loaded>
  );
}
