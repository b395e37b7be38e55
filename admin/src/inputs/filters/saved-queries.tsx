import BookmarkBorder from '@mui/icons-material/BookmarkBorder';
import { Button, Divider, Menu, MenuItem, TextField } from '@mui/material';
import { type ReactNode, useId, useRef, useState } from 'react';
import {
  extractValidSavedQueries,
  type SavedQuery,
  useListContext,
  useResourceContext,
  useSavedQueries,
} from 'react-admin';
import { useNavigate } from 'react-router';

import { AskDialog } from '../../layout/ask-dialog.js';
import { filterText } from '../../layout/list/index.js';
import { FILTER_TEXTS, removeSavedSearch } from '../../texts/record.js';

/** Filters, order and page length of a list. */
type Search = SavedQuery['value'];

interface SavedSearchesMenuProps {
  /** Whose searches they are. */
  readonly resource: string;
  /** What the page asks for; `null`: nothing that is worth keeping. */
  readonly present: Search | null;
}

/** The menu inside a grid. */
export function SavedQueriesMenu(): ReactNode {
  const resource = useResourceContext() ?? '';
  const list = useListContext();
  const { sort, perPage } = list;
  const filter = list.filterValues as object;
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <SavedSearchesMenu
      resource={resource}
      present={isFiltered ? { filter, sort, perPage } : null}
    />
  );
}

/**
 * Searches that a person keeps in this browser under a name. react-admin's own list of them has buttons outside its
 * entries and without names; its store is the same.
 */
export function SavedSearchesMenu({
  resource,
  present: search,
}: SavedSearchesMenuProps): ReactNode {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [isNaming, setNaming] = useState(false);
  const [stored, setStored] = useSavedQueries(resource);
  const navigate = useNavigate();
  const queries = extractValidSavedQueries(stored);
  const present = queries.find(({ value }) => search !== null && isSame(value, search));

  const close = (): void => {
    setOpen(false);
  };
  return (
    <>
      <Button
        ref={button}
        id={`${id}-button`}
        size="small"
        startIcon={<BookmarkBorder />}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? `${id}-menu` : undefined}
        onClick={() => {
          setOpen(true);
        }}
      >
        {FILTER_TEXTS.saved}
      </Button>
      <Menu
        id={`${id}-menu`}
        anchorEl={() => button.current}
        open={isOpen}
        onClose={close}
        slotProps={{ list: { 'aria-labelledby': `${id}-button` } }}
      >
        {queries.length === 0 ? <MenuItem disabled>{FILTER_TEXTS.noSaved}</MenuItem> : null}
        {queries.map((query) => (
          <MenuItem
            key={query.label}
            selected={query === present}
            onClick={() => {
              close();
              void navigate({ search: addressOf(query.value) });
            }}
          >
            {query.label}
          </MenuItem>
        ))}
        <Divider component="li" />
        {present === undefined ? (
          <MenuItem
            disabled={search === null}
            onClick={() => {
              close();
              setNaming(true);
            }}
          >
            {FILTER_TEXTS.save}
          </MenuItem>
        ) : (
          <MenuItem
            onClick={() => {
              close();
              setStored(queries.filter((query) => query !== present));
            }}
          >
            {removeSavedSearch(present.label)}
          </MenuItem>
        )}
      </Menu>
      <NameDialog
        isOpen={isNaming}
        onName={(label) => {
          const others = queries.filter((query) => query.label !== label);
          setStored([...others, { label, value: { ...search, displayedFilters: [] } }]);
        }}
        onClose={() => {
          setNaming(false);
        }}
        focusAfter={() => button.current}
      />
    </>
  );
}

function isSame(one: Search, other: Search): boolean {
  return addressOf(one) === addressOf(other);
}

/** The part of a list's address that asks for this. */
function addressOf({ filter, sort, perPage }: Search): string {
  const query = new URLSearchParams({ filter: filterText((filter ?? {}) as object), page: '1' });
  if (sort !== undefined) {
    query.set('sort', sort.field);
    query.set('order', sort.order);
  }
  if (perPage !== undefined) query.set('perPage', String(perPage));
  return `?${query.toString()}`;
}

interface NameDialogProps {
  readonly isOpen: boolean;
  readonly onName: (name: string) => void;
  readonly onClose: () => void;
  readonly focusAfter: () => HTMLElement | null;
}

function NameDialog({ isOpen, onName, onClose, focusAfter }: NameDialogProps): ReactNode {
  const [name, setName] = useState('');
  return (
    <AskDialog
      isOpen={isOpen}
      heading={FILTER_TEXTS.save}
      question={FILTER_TEXTS.saveHint}
      cancel={FILTER_TEXTS.cancel}
      confirm={FILTER_TEXTS.keep}
      check={() => (name.trim() === '' ? FILTER_TEXTS.nameMissing : null)}
      onConfirm={() => {
        onName(name.trim());
        setName('');
        return Promise.resolve();
      }}
      onClose={onClose}
      focusAfter={focusAfter}
    >
      <TextField
        name="search-name"
        label={FILTER_TEXTS.name}
        value={name}
        onChange={({ target }) => {
          setName(target.value);
        }}
        required
        autoFocus
        fullWidth
        size="small"
        autoComplete="off"
        sx={{ mt: 2 }}
      />
    </AskDialog>
  );
}
