import { RECORD_FORM_TEXTS } from '@kidlab/contract';
import { Alert, AlertTitle, Box, Link as MuiLink } from '@mui/material';
import { type ReactNode, useEffect, useRef } from 'react';
import { get, useFormContext, useFormState } from 'react-hook-form';
import { Link } from 'react-router';

import { FIELD_LABELS, type FieldName } from './field-labels.js';
import type { RecordValues } from './record-values.js';
import { FORM_WIDTH } from './form-width.js';
import { StaleAlert } from './stale-alert.js';
import type { RefusalLink, RefusalToSay } from './use-record-form.js';

/** The faults that the fields show at the moment, in the order of the page. */
function useShownFaults(): { field: FieldName; message: string }[] {
  const { errors } = useFormState<RecordValues>();
  return (Object.keys(FIELD_LABELS) as FieldName[]).flatMap((field) => {
    const message: unknown = get(errors, `${field}.message`);
    return typeof message === 'string' ? [{ field, message }] : [];
  });
}

interface FaultSummaryProps {
  /** Leads to the record that has to do with the faults. */
  readonly link: RefusalLink | null;
}

/** Above the form: what is wrong with it, each fault leading to its field. It shrinks while they are corrected. */
export function FaultSummary({ link }: FaultSummaryProps): ReactNode {
  const faults = useShownFaults();
  const { setFocus } = useFormContext<RecordValues>();
  if (faults.length === 0) return null;
  return (
    <Alert severity="error" sx={{ mb: 2, maxWidth: FORM_WIDTH }}>
      <AlertTitle>{RECORD_FORM_TEXTS.problem}</AlertTitle>
      <Box component="ul" sx={{ m: 0, pl: 2.5, columns: { md: 2 }, columnGap: 5 }}>
        {faults.map(({ field, message }) => (
          <li key={field}>
            <MuiLink
              component="button"
              type="button"
              color="inherit"
              variant="body2"
              sx={{ textAlign: 'start', py: 0.5 }}
              onClick={() => {
                setFocus(field);
              }}
            >
              {message}
            </MuiLink>
          </li>
        ))}
      </Box>
      {link === null ? null : (
        <>
          {RECORD_FORM_TEXTS.notSaved} <WayOn link={link} />
        </>
      )}
    </Alert>
  );
}

/** In a tab of its own: the form stays. */
function WayOn({ link: { to, label } }: { readonly link: RefusalLink }): ReactNode {
  return (
    <MuiLink component={Link} to={to} target="_blank" color="inherit">
      {label}
    </MuiLink>
  );
}

interface RefusalNoticeProps {
  readonly refusal: RefusalToSay;
  /** Reads the record anew; what was entered is gone then. */
  readonly onReload: (() => void) | undefined;
  /** The person has decided on each field that differs from what was saved up to that version. */
  readonly onDecided: (version: number) => void;
}

/** Above the form: why the server has not saved it. */
export function RefusalNotice({ refusal, ...conflict }: RefusalNoticeProps): ReactNode {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Where a field is at fault, the field has the focus.
    if (refusal.takesFocus) notice.current?.focus();
  }, [refusal]);
  return (
    <Box
      ref={notice}
      tabIndex={-1}
      sx={{ mb: 2, maxWidth: FORM_WIDTH, '&:focus': { outline: 'none' } }}
    >
      {refusal.kind === 'stale' ? (
        <StaleAlert {...refusal} {...conflict} />
      ) : (
        <Alert severity="error">
          <AlertTitle>{refusal.text}</AlertTitle>
          {refusal.outcome}
          {refusal.link === undefined ? null : (
            <>
              {' '}
              <WayOn link={refusal.link} />
            </>
          )}
        </Alert>
      )}
    </Box>
  );
}
