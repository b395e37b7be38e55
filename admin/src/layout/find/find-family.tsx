import Search from '@mui/icons-material/Search';
import { Box, Button } from '@mui/material';
import { type ReactNode, useEffect } from 'react';

import { FindDialog } from './find-dialog.js';
import { useDialog } from '../ask-dialog.js';
import { HEADER_TEXTS } from '../../texts/portal.js';

/** Apple's keyboards have another key for it. */
const SHORTCUT = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K';

/** The button, and the shortcut that works on every page. */
export function FindFamily(): ReactNode {
  const { open, dialog } = useDialog();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      open();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [open]);
  return (
    <>
      <Button
        startIcon={<Search />}
        aria-keyshortcuts="Control+K Meta+K"
        aria-haspopup="dialog"
        onClick={open}
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
      {dialog.isOpen ? <FindDialog onClose={dialog.onClose} /> : null}
    </>
  );
}
