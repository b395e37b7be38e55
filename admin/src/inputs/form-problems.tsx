import { type FieldError, type StaleRecordBody } from '@kidlab/contract';
import {
  Alert,
  AlertTitle,
  Box,
  Button,
  FormControl,
  FormControlLabel,
  FormLabel,
  Link as MuiLink,
  Radio,
  RadioGroup,
} from '@mui/material';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { get, useFormContext, useFormState } from 'react-hook-form';
import { Link } from 'react-router';

import { timeText } from '../texts/dates.js';
import {
  type Conflict,
  conflictsOf,
  FIELD_LABELS,
  type RecordValues,
  shownText,
} from './record-values.js';
import { RECORD_FORM_TEXTS } from '../texts/record.js';

type Choice = 'yours' | 'theirs';

interface StaleAlertProps {
  readonly current: StaleRecordBody['current'];
  /** The stored values that the user has seen. */
  readonly base: RecordValues;
  /** Reloads the record and discards the entries. */
  readonly onReload: (() => void) | undefined;
  /** All conflicts with that version are resolved. */
  readonly onDecided: (version: number) => void;
}

/** Another user has saved the record since: offers both values of each field that the other user has changed. */
function StaleAlert({ current, base, onReload, onDecided }: StaleAlertProps): ReactNode {
  const { getValues, setValue } = useFormContext();
  const when = timeText(current.modifiedDate);
  const [conflicts] = useState(() =>
    conflictsOf(current.fields, base, getValues()).filter(
      ({ field, theirs }) => theirs !== get(base, field),
    ),
  );
  const untouched = conflicts.filter(({ isTouched }) => !isTouched);
  const [choices, setChoices] = useState<Readonly<Record<string, Choice>>>(() =>
    Object.fromEntries(untouched.map(({ field }) => [field, 'theirs'])),
  );
  const isDecided = conflicts.every(({ field }) => field in choices);
  const fill = useEffectEvent(() => {
    for (const { field, theirs } of untouched) setValue(field, theirs, { shouldDirty: true });
  });
  useEffect(() => fill(), []);
  const reportDecided = useEffectEvent(() => onDecided(current.version));
  useEffect(() => {
    if (isDecided) reportDecided();
  }, [isDecided]);
  const choose = (conflict: Conflict, choice: Choice): void => {
    setValue(conflict.field, conflict[choice], { shouldDirty: true });
    setChoices({ ...choices, [conflict.field]: choice });
  };
  return (
    <Alert severity="warning">
      <AlertTitle>{RECORD_FORM_TEXTS.staleHeading}</AlertTitle>
      {`${current.modifiedBy} saved it at ${when}. Your entries below are not saved.`}
      {conflicts.length === 0 ? null : ` ${RECORD_FORM_TEXTS.staleHowTo}`}
      {conflicts.map((conflict) => (
        <FormControl key={conflict.field} component="fieldset" sx={{ display: 'block', mt: 1 }}>
          <FormLabel component="legend">{FIELD_LABELS[conflict.field]}</FormLabel>
          <RadioGroup
            value={choices[conflict.field] ?? ''}
            onChange={(_, choice) => choose(conflict, choice as Choice)}
          >
            <FormControlLabel
              value="yours"
              control={<Radio size="small" />}
              label={`${RECORD_FORM_TEXTS.yours}: ${shownText(conflict.field, conflict.yours)}`}
            />
            <FormControlLabel
              value="theirs"
              control={<Radio size="small" />}
              label={`${current.modifiedBy}: ${shownText(conflict.field, conflict.theirs)}`}
            />
          </RadioGroup>
        </FormControl>
      ))}
      {onReload === undefined ? null : (
        <Box sx={{ mt: 1 }}>
          <Button color="inherit" variant="outlined" onClick={onReload}>
            {RECORD_FORM_TEXTS.reload}
          </Button>
        </Box>
      )}
    </Alert>
  );
}

/** Links to a record that explains a refusal. */
export interface RefusalLink {
  readonly to: string;
  readonly label: string;
}

/** Why a form was not saved, apart from the faults of its fields. */
export interface Refusal {
  /** The current record, when another user has saved it since. */
  readonly stale: StaleRecordBody['current'] | null;
  /** The record as stored now, if `stale`. */
  readonly stored: RecordValues;
  /** `null` when the stale notice or the fields say it. */
  readonly text: string | null;
  /** Whether the entries were saved, as far as that is known. */
  readonly outcome: string;
  readonly link: RefusalLink | null;
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
    if (first === undefined) notice.current?.focus();
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
