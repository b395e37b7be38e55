import type { MouseEvent } from 'react';
import type { RaRecord } from 'react-admin';
import { useHref, useNavigate } from 'react-router';

import { useRows } from './row-context.js';

/** Elements of a row that have a task of their own. */
const OPERABLE = 'a, button, input, select, textarea, label, [role="button"]';

export interface OpenRow {
  readonly canOpen: boolean;
  readonly open: () => void;
  readonly onClick: (event: MouseEvent<HTMLElement>) => void;
}

/** Opening a row: by a click beside its own links and buttons; with Ctrl or ⌘ in a tab of its own. */
export function useOpenRow(record: RaRecord): OpenRow {
  const { open: pathOf } = useRows();
  const navigate = useNavigate();
  const path = pathOf?.(record) ?? null;
  const href = useHref(path ?? '');
  const open = (): void => {
    if (path !== null) void navigate(path);
  };
  return {
    canOpen: path !== null,
    open,
    onClick: (event) => {
      if (path === null) return;
      if (event.target instanceof Element && event.target.closest(OPERABLE) !== null) return;
      // Who marks text to copy it opens nothing.
      if (window.getSelection()?.isCollapsed === false) return;
      if (event.ctrlKey || event.metaKey) window.open(href, '_blank', 'noopener');
      else open();
    },
  };
}
