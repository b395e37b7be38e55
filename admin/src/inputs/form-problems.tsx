import { type FieldError, type StaleRecordBody } from '@kidlab/contract';
import { Alert, AlertTitle, Box, Link as MuiLink } from '@mui/material';
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { get, useFormContext, useFormState } from 'react-hook-form';
import { Link } from 'react-router';

import { FIELD_LABELS, type RecordValues } from './record-values.js';
import { StaleAlert } from './stale-alert.js';
import type { PageLinkProps } from '../layout/page.js';
import { RECORD_FORM_TEXTS } from '../texts/record.js';

/** Why a form was not saved, apart from the faults of its fields. */
export interface Refusal {
  /** The current record, when another user has saved it since. */
  readonly stale: StaleRecordBody['current'] | null;
  /** The record as stored now, if `stale`. */
  readonly stored: RecordValues;
  /** Submitted again without all choices of the stale notice. */
  readonly isUndecided: boolean;
  /** `null` when the stale notice or the fields say it. */
  readonly text: string | null;
  /** Whether the entries were saved, as far as that is known. */
  readonly outcome: string;
  /** To a record that explains it. */
  readonly link: PageLinkProps | null;
}

/** Fits three fields side by side. */
export const FORM_WIDTH = '64rem';

/** The outcome and the link, which opens a new tab to keep the form. */
function Outcome({ refusal: { outcome, link } }: { readonly refusal: Refusal }): ReactNode {
  return (
    <>
      {outcome}
      {link === null ? null : (
        <>
          {' '}
          <MuiLink component={Link} to={link.to} target="_blank" color="inherit">
            {link.label}
          </MuiLink>
        </>
      )}
    </>
  );
}

interface RefusalNoticeProps {
  readonly refusal: Refusal | null;
  readonly base: RecordValues;
  readonly onReload: (() => void) | undefined;
  readonly onDecided: (version: number) => void;
}

/** Above the form: why it was not saved, and a summary of the faults of its fields. */
export function RefusalNotice(props: RefusalNoticeProps): ReactNode {
  const { refusal, base, onReload, onDecided } = props;
  const notice = useRef<HTMLDivElement>(null);
  const { setFocus } = useFormContext();
  const faults = useShownFaults();
  const takeFocus = useEffectEvent(() => {
    const [first] = faults;
    const choice = notice.current?.querySelector<HTMLElement>('[aria-invalid="true"] input');
    if (choice != null) choice.focus();
    else if (first === undefined) notice.current?.focus();
    else setFocus(first.field);
  });
  useEffect(() => {
    if (refusal !== null) takeFocus();
  }, [refusal]);
  return (
    <Box
      ref={notice}
      tabIndex={-1}
      sx={{
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr)',
        gap: 2,
        maxWidth: FORM_WIDTH,
        '&:focus': { outline: 'none' },
      }}
    >
      {refusal?.stale == null ? null : (
        <StaleAlert
          key={refusal.stale.version}
          current={refusal.stale}
          base={base}
          isUndecided={refusal.isUndecided}
          onReload={onReload}
          onDecided={onDecided}
        />
      )}
      {refusal?.text == null ? null : (
        <Alert severity="error">
          <AlertTitle>{refusal.text}</AlertTitle>
          <Outcome refusal={refusal} />
        </Alert>
      )}
      {faults.length === 0 ? null : (
        <Alert severity="error">
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
                  onClick={() => setFocus(field)}
                >
                  {message}
                </MuiLink>
              </li>
            ))}
          </Box>
          {refusal?.text === null && refusal.link !== null ? <Outcome refusal={refusal} /> : null}
        </Alert>
      )}
    </Box>
  );
}

/** The faults that the fields show now, in the order of the page. */
function useShownFaults(): FieldError[] {
  const { errors } = useFormState();
  return Object.keys(FIELD_LABELS).flatMap((field) => {
    const message: unknown = get(errors, `${field}.message`);
    return typeof message === 'string' ? [{ field, message }] : [];
  });
}
