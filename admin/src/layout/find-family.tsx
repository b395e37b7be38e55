import type { FamilySummaryRow } from '@kidlab/contract';
import Search from '@mui/icons-material/Search';
import {
  Autocomplete,
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  type PopperProps,
  TextField,
  Typography,
} from '@mui/material';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useDebouncedEvent, useGetList } from 'react-admin';
import { useNavigate } from 'react-router';

import { familyDetailsPath } from './links.js';
import { FAMILY_SUMMARIES } from '../providers/lists.js';
import { FIND_TEXTS, foundText, HEADER_TEXTS, LIST_TEXTS } from '../texts/portal.js';

/** Shorter text matches too many families. */
const MIN_LENGTH = 2;
const MAX_ROWS = 8;
/** Debounce of the search, in milliseconds. */
const PAUSE = 250;

/** The families that match `text` by a name, email address or phone number, and the status to show. */
function useFamilySearch(text: string): { families: FamilySummaryRow[]; status: string } {
  const [settled, setSettled] = useState(text);
  const settle = useDebouncedEvent(setSettled, PAUSE);
  useEffect(() => {
    settle(text);
  }, [text, settle]);
  const { data, total, isFetching, isError } = useGetList<FamilySummaryRow>(
    FAMILY_SUMMARIES,
    {
      filter: { q: settled },
      sort: { field: 'familyName', order: 'ASC' },
      pagination: { page: 1, perPage: MAX_ROWS },
    },
    { enabled: settled.length >= MIN_LENGTH },
  );
  if (text.length < MIN_LENGTH) return { families: [], status: FIND_TEXTS.hint };
  if (isFetching || settled !== text) return { families: [], status: FIND_TEXTS.searching };
  if (isError) return { families: [], status: FIND_TEXTS.failed };
  if (data === undefined || data.length === 0) return { families: [], status: LIST_TEXTS.nothing };
  return { families: data, status: foundText(data.length, total ?? Infinity) };
}

/** Renders the options below the field instead of over the rest of the dialog. */
function Below({ open, children }: PopperProps): ReactNode {
  return open ? <div>{children as ReactNode}</div> : null;
}

/** Finds a family: the arrow keys choose, Enter opens. Enter during the search opens the first match. */
function FindDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const { families, status } = useFamilySearch(text.trim());
  const isSearching = status === FIND_TEXTS.searching;
  const isEarlyEnter = useRef(false);
  const open = ({ guid }: FamilySummaryRow): void => {
    onClose();
    void navigate(familyDetailsPath(guid));
  };
  const onFound = useEffectEvent(() => {
    const [first] = families;
    if (isEarlyEnter.current && first !== undefined) open(first);
    isEarlyEnter.current = false;
  });
  useEffect(() => {
    if (!isSearching) onFound();
  }, [isSearching]);
  return (
    <Dialog open onClose={onClose} fullWidth>
      <DialogTitle>{HEADER_TEXTS.added.findFamily}</DialogTitle>
      <DialogContent>
        <Autocomplete
          open={families.length > 0}
          options={families}
          // The server filters.
          filterOptions={(all) => all}
          getOptionKey={({ guid }) => guid}
          getOptionLabel={optionText}
          value={null}
          inputValue={text}
          autoHighlight
          forcePopupIcon={false}
          slots={{ popper: Below }}
          slotProps={{ paper: { elevation: 0 }, listbox: { sx: { overflowWrap: 'anywhere' } } }}
          // Home and End move the caret.
          handleHomeEndKeys={false}
          onInputChange={(_, typed, reason) => {
            if (reason !== 'input') return;
            // The earlier Enter was meant for the previous text.
            isEarlyEnter.current = false;
            setText(typed);
          }}
          onKeyDown={({ key, nativeEvent }) => {
            if (key === 'Enter' && isSearching) isEarlyEnter.current = !nativeEvent.isComposing;
          }}
          onChange={(_, family) => {
            if (family !== null) open(family);
          }}
          onClose={(_, reason) => {
            if (reason === 'escape') onClose();
          }}
          renderInput={(input) => (
            <TextField {...input} autoFocus margin="dense" label={FIND_TEXTS.label} />
          )}
        />
        <Typography role="status" variant="body2" sx={{ my: 1, color: 'text.secondary' }}>
          {status}
        </Typography>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{FIND_TEXTS.close}</Button>
      </DialogActions>
    </Dialog>
  );
}

/** `Doe · Jane Doe · Maya · jane@example.org` */
function optionText({ familyName, allGuardians, allChildren, email }: FamilySummaryRow): string {
  const name = familyName === '' ? FIND_TEXTS.unnamed : familyName;
  return [name, allGuardians, allChildren, email].filter(Boolean).join(' · ');
}

const SHORTCUT = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K';

/** The button that opens the dialog, and its shortcut on every page. */
export function FindFamily(): ReactNode {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      setOpen(true);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <>
      <Button
        startIcon={<Search />}
        aria-keyshortcuts="Control+K Meta+K"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {HEADER_TEXTS.added.findFamily}
        <Box
          component="kbd"
          aria-hidden
          sx={{
            display: { xs: 'none', sm: 'inline' },
            ml: 1,
            fontFamily: 'inherit',
            opacity: 0.85,
          }}
        >
          {SHORTCUT}
        </Box>
      </Button>
      {isOpen ? <FindDialog onClose={() => setOpen(false)} /> : null}
    </>
  );
}
