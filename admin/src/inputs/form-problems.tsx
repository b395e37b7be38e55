import { type FieldError, RECORD_FORM_TEXTS, type StaleRecordBody } from '@kidlab/contract';
import { Alert, AlertTitle, Box, Link as MuiLink } from '@mui/material';
import { type ReactNode, useEffect, useRef } from 'react';
import { get, useFormContext, useFormState } from 'react-hook-form';
import { Link } from 'react-router';

import { FIELD_LABELS, type RecordValues } from './record-values.js';
import { StaleAlert } from './stale-alert.js';

/** A record that has to do with a refusal. */
export interface RefusalLink {
  readonly to: string;
  readonly label: string;
}

/** Why a form was not saved, beside the faults of its fields. */
export type Refusal =
  | { readonly kind: 'stale'; readonly current: StaleRecordBody['current'] }
  /** The fields say it. */
  | { readonly kind: 'told'; readonly link: RefusalLink | null }
  | {
      readonly kind: 'failed';
      readonly text: string;
      /** What is known of what was entered: saved, not saved, or neither. */
      readonly outcome: string;
      readonly link: RefusalLink | null;
    };

/** Three fields side by side; wider ones are no easier to read. */
export const FORM_WIDTH = '64rem';

/** In a tab of its own: the form stays. */
function WayOn({ link }: { readonly link: RefusalLink | null }): ReactNode {
  if (link === null) return null;
  return (
    <>
      {' '}
      <MuiLink component={Link} to={link.to} target="_blank" color="inherit">
        {link.label}
      </MuiLink>
    </>
  );
}

interface RefusalNoticeProps {
  readonly refusal: Refusal | null;
  readonly initial: RecordValues;
  readonly onReload: (() => void) | undefined;
  readonly onDecided: (version: number) => void;
}

/** Above the form: why the server has not saved it, and what is wrong with its fields. */
export function RefusalNotice({
  refusal,
  initial,
  onReload,
  onDecided,
}: RefusalNoticeProps): ReactNode {
  const notice = useRef<HTMLDivElement>(null);
  const { setFocus } = useFormContext();
  const faults = useShownFaults();
  const first = useRef<string>(undefined);
  useEffect(() => {
    first.current = faults[0]?.field;
  });
  useEffect(() => {
    if (refusal === null) return;
    if (first.current === undefined) notice.current?.focus();
    else setFocus(first.current);
  }, [refusal, setFocus]);
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
      {refusal?.kind === 'stale' ? (
        <StaleAlert
          key={refusal.current.version}
          current={refusal.current}
          initial={initial}
          onReload={onReload}
          onDecided={onDecided}
        />
      ) : null}
      {refusal?.kind === 'failed' ? (
        <Alert severity="error">
          <AlertTitle>{refusal.text}</AlertTitle>
          {refusal.outcome}
          <WayOn link={refusal.link} />
        </Alert>
      ) : null}
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
                  onClick={() => {
                    setFocus(field);
                  }}
                >
                  {message}
                </MuiLink>
              </li>
            ))}
          </Box>
          {refusal?.kind !== 'told' || refusal.link === null ? null : (
            <>
              {RECORD_FORM_TEXTS.notSaved}
              <WayOn link={refusal.link} />
            </>
          )}
        </Alert>
      )}
    </Box>
  );
}

/** The faults that the fields show at the moment, in the order of the page. They shrink while they are corrected. */
function useShownFaults(): FieldError[] {
  const { errors } = useFormState();
  return Object.keys(FIELD_LABELS).flatMap((field) => {
    const message: unknown = get(errors, `${field}.message`);
    return typeof message === 'string' ? [{ field, message }] : [];
  });
}
