import { Box, Typography } from '@mui/material';
import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/**
 * Every page of the portal is one `<Page title="…">`: it draws the page's only h1 and gives it the focus when the route
 * changes, so that screen readers and keyboards begin where the new page does.
 *
 * - `actions` stand right of the heading (below it on a phone).
 * - `autoFocus={false}` on a page whose first field takes the focus instead.
 * - Sections below begin with `<Typography variant="h2">`.
 */
interface PageProps {
  readonly title: string;
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
  readonly autoFocus?: boolean;
}

/** The page that the focus went to last: a page that only draws itself anew does not take it again. */
let focused: string | null = null;

export function Page({ title, actions, children, autoFocus = true }: PageProps): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    const isFirst = focused === null;
    const isNew = focused !== pathname;
    focused = pathname;
    // A document that has just been loaded begins at its top by itself, and an open dialog keeps the focus.
    const isInDialog = document.activeElement?.closest('[role="dialog"]') != null;
    if (autoFocus && isNew && !isFirst && !isInDialog) heading.current?.focus();
  }, [autoFocus, pathname]);
  return (
    <>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          gap: 2,
          alignItems: 'center',
          justifyContent: 'space-between',
          mb: 2,
        }}
      >
        <Typography variant="h1" tabIndex={-1} ref={heading}>
          {title}
        </Typography>
        {actions}
      </Box>
      {children}
    </>
  );
}
