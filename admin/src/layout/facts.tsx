import ContentCopy from '@mui/icons-material/ContentCopy';
import { Box, IconButton, Link } from '@mui/material';
import type { ReactNode } from 'react';
import { useNotify } from 'react-admin';

import { copiedText, FACT_TEXTS } from '../texts/record.js';

export interface Fact {
  readonly label: string;
  /** If empty, the fact is hidden. */
  readonly value: ReactNode;
  /** A mail or phone link for the value, which must be text. Adds a copy button. */
  readonly href?: string;
  /** Spans the whole row. */
  readonly isLong?: boolean;
  /** Spans two columns. */
  readonly isWide?: boolean;
}

function columnsOf({ isLong = false, isWide = false }: Fact): object {
  if (isLong) return { gridColumn: '1 / -1' };
  return isWide ? { gridColumn: { xs: '1 / -1', sm: 'span 2' } } : {};
}

function hasValue({ value }: Fact): boolean {
  return value !== null && value !== '';
}

interface ContactProps {
  readonly label: string;
  readonly text: string;
  readonly href: string;
}

/** An email address or phone number, with a link that mails or calls it, and a button that copies it. */
function Contact({ label, text, href }: ContactProps): ReactNode {
  const notify = useNotify();
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      notify(copiedText(label));
    } catch {
      notify(FACT_TEXTS.notCopied, { type: 'error' });
    }
  };
  return (
    <>
      <Link href={href}>{text}</Link>
      {/* Browsers offer the clipboard only on secure connections. */}
      {window.isSecureContext ? (
        <IconButton
          size="small"
          aria-label={`${FACT_TEXTS.copy} ${text}`}
          sx={{ p: 0.5, my: -0.5 }}
          onClick={() => void copy()}
        >
          <ContentCopy sx={{ fontSize: '1rem' }} />
        </IconButton>
      ) : null}
    </>
  );
}

/** Labels and values in a grid. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }): ReactNode {
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        display: 'grid',
        columnGap: 2,
        rowGap: 1,
        gridTemplateColumns: {
          xs: 'repeat(auto-fill, minmax(min(7rem, 100%), 1fr))',
          sm: 'repeat(auto-fill, minmax(9rem, 1fr))',
        },
      }}
    >
      {facts.filter(hasValue).map((fact) => (
        <Box key={fact.label} sx={{ minWidth: 0, ...columnsOf(fact) }}>
          <Box component="dt" sx={{ color: 'text.secondary', fontSize: '0.8rem' }}>
            {fact.label}
          </Box>
          <Box
            component="dd"
            sx={{ m: 0, fontSize: '0.95rem', overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}
          >
            {typeof fact.value === 'string' && fact.href !== undefined ? (
              <Contact label={fact.label} text={fact.value} href={fact.href} />
            ) : (
              fact.value
            )}
          </Box>
        </Box>
      ))}
    </Box>
  );
}
