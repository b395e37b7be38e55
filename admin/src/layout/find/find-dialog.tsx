import { type FamilySummaryRow, PORTAL_ROUTES } from '@kidlab/contract';
import {
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  TextField,
  Typography,
} from '@mui/material';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react';
import { useGetList } from 'react-admin';
import { useNavigate } from 'react-router';

import { FIND_TEXTS, foundText, HEADER_TEXTS } from '../../texts/portal.js';
import { FAMILY_SUMMARIES } from '../../providers/lists.js';

/** Shorter words find half of all families. */
const MIN_LENGTH = 2;
const MAX_ROWS = 8;
/** Pause in typing after which is searched, in milliseconds. */
const PAUSE = 250;

interface FamilySearch {
  /** The text is too short to search for. */
  readonly isShort: boolean;
  readonly isSearching: boolean;
  readonly hasFailed: boolean;
  readonly families: readonly FamilySummaryRow[];
  /** How many there are; not all of them are shown, and many are not counted to their end. */
  readonly total: number;
}

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** Families that `text` may mean: by a name, an address or a telephone number of anybody in them. */
function useFamilySearch(text: string): FamilySearch {
  const wanted = text.trim();
  const settled = useSettled(wanted);
  const isShort = wanted.length < MIN_LENGTH;
  const { data, total, isFetching, isError } = useGetList<FamilySummaryRow>(
    FAMILY_SUMMARIES,
    {
      filter: { q: settled },
      sort: { field: 'familyName', order: 'ASC' },
      pagination: { page: 1, perPage: MAX_ROWS },
    },
    { enabled: settled.length >= MIN_LENGTH },
  );
  const isSearching = !isShort && (isFetching || settled !== wanted);
  const isFound = !isSearching && !isShort && !isError;
  return {
    isShort,
    isSearching,
    hasFailed: !isSearching && !isShort && isError,
    families: isFound ? (data ?? []) : [],
    total: total ?? Infinity,
  };
}

function statusOf({ isShort, isSearching, hasFailed, families, total }: FamilySearch): string {
  if (isShort) return FIND_TEXTS.hint;
  if (isSearching) return FIND_TEXTS.searching;
  if (hasFailed) return FIND_TEXTS.failed;
  return families.length === 0 ? FIND_TEXTS.nothing : foundText(families.length, total);
}

function Choice({ family }: { readonly family: FamilySummaryRow }): ReactNode {
  const { familyName, allGuardians, allChildren, email } = family;
  return (
    <>
      <Typography component="span" sx={{ fontWeight: 700 }}>
        {familyName === '' ? FIND_TEXTS.unnamed : familyName}
      </Typography>{' '}
      <Typography component="span" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
        {[allGuardians, allChildren, email].filter(Boolean).join(' · ')}
      </Typography>
    </>
  );
}

/** Finds a family from anywhere: the arrows choose, Enter opens. A combobox with its list, as ARIA describes it. */
export function FindDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const id = useId();
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const search = useFamilySearch(text);
  const { families } = search;
  const index = Math.min(chosen, families.length - 1);
  const optionId = (family: FamilySummaryRow): string => `${id}-${String(family.id)}`;
  const current = families[index];

  const open = (family: FamilySummaryRow | undefined): void => {
    if (family === undefined) return;
    onClose();
    void navigate(`${PORTAL_ROUTES.familyDetails}?guid=${encodeURIComponent(family.guid)}`);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') open(current);
    else if (event.key === 'ArrowDown') setChosen((index + 1) % Math.max(1, families.length));
    else if (event.key === 'ArrowUp') setChosen(index <= 0 ? families.length - 1 : index - 1);
    else return;
    event.preventDefault();
  };

  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm">
      <DialogTitle>{HEADER_TEXTS.added.findFamily}</DialogTitle>
      <DialogContent>
        <TextField
          autoFocus
          fullWidth
          margin="dense"
          label={FIND_TEXTS.label}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setChosen(0);
          }}
          onKeyDown={onKeyDown}
          slotProps={{
            htmlInput: {
              role: 'combobox',
              autoComplete: 'off',
              'aria-autocomplete': 'list',
              'aria-expanded': families.length > 0,
              'aria-controls': `${id}-list`,
              'aria-activedescendant': current === undefined ? undefined : optionId(current),
            },
          }}
        />
        <Typography role="status" variant="body2" sx={{ my: 1, color: 'text.secondary' }}>
          {statusOf(search)}
        </Typography>
        <Box
          id={`${id}-list`}
          role="listbox"
          aria-label={HEADER_TEXTS.added.findFamily}
          hidden={families.length === 0}
        >
          {families.map((family, place) => (
            <Box
              key={family.id}
              id={optionId(family)}
              role="option"
              aria-selected={place === index}
              onClick={() => open(family)}
              sx={{
                px: 1.5,
                py: 1,
                borderRadius: '8px',
                cursor: 'pointer',
                '&:hover': { outline: '1px solid var(--line-strong)' },
                '&[aria-selected="true"]': {
                  bgcolor: 'var(--brand-soft)',
                  color: 'var(--on-brand-soft)',
                  outline: '2px solid var(--focus)',
                },
                '&[aria-selected="true"] *': { color: 'inherit' },
              }}
            >
              <Choice family={family} />
            </Box>
          ))}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{FIND_TEXTS.close}</Button>
      </DialogActions>
    </Dialog>
  );
}
