import { HEADER_TEXTS } from '@kidlab/contract';
import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';

const Anchor = styled('a')({
  position: 'absolute',
  zIndex: 2000,
  insetInlineStart: 8,
  insetBlockStart: -100,
  padding: '8px 16px',
  borderRadius: 8,
  background: 'var(--card)',
  color: 'var(--brand)',
  '&:focus': { insetBlockStart: 8 },
});

/** Past the header, for who comes by keyboard. */
export function SkipLink({ target }: { readonly target: string }): ReactNode {
  return (
    <Anchor
      href={`#${target}`}
      onClick={(event) => {
        // The address stays: it holds the search.
        event.preventDefault();
        document.getElementById(target)?.focus();
      }}
    >
      {HEADER_TEXTS.added.skip}
    </Anchor>
  );
}
