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

import { formatDateTime } from '../texts/dates.js';
import {
  type Conflict,
  conflictsOf,
  FIELD_LABELS,
  type RecordValues,
  shownText,
} from './record-values.js';
import { RECORD_FORM_TEXTS } from '../texts/record.js';
import { site } from '../site.js';

type Choice = 'yours' | 'theirs';

interface StaleAlertProps {
  readonly current: StaleRecordBody['current'];
  readonly initial: RecordValues;
  /** Reads the record anew; what was entered is gone then. */
  readonly onReload: (() => void) | undefined;
  /** The person has decided on each field, up to that version. */
  readonly onDecided: (version: number) => void;
}

/** Somebody has saved the record in between: both values of each field that differs, to choose from. */
function StaleAlert({ current, initial, onReload, onDecided }: StaleAlertProps): ReactNode {
  const { getValues, setValue } = useFormContext();
  const when = formatDateTime(current.modifiedDate, site.labTimeZone);
  const [conflicts] = useState(() => conflictsOf(current.fields, initial, getValues()));
  const untouched = conflicts.filter(({ isTouched }) => !isTouched);
  const [choices, setChoices] = useState<Readonly<Record<string, Choice>>>(() =>
    Object.fromEntries(untouched.map(({ field }) => [field, 'theirs'])),
  );
  const isDecided = conflicts.every(({ field }) => field in choices);
  const fill = useEffectEvent(() => {
    for (const { field, theirs } of untouched) setValue(field, theirs, { shouldDirty: true });
  });
  useEffect(() => fill(), []);
  const tell = useEffectEvent(() => onDecided(current.version));
  useEffect(() => {
    if (isDecided) tell();
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

/** A record that has to do with a refusal. */
export interface RefusalLink {
  readonly to: string;
  readonly label: string;
}

/** Why a form was not saved, beside the faults of its fields. */
export interface Refusal {
  /** Somebody else has saved the record in between: what it is now. */
  readonly stale: StaleRecordBody['current'] | null;
  /** `null`: the stale notice or the fields say it. */
  readonly text: string | null;
  /** What is known of what was entered: saved, not saved, or neither. */
  readonly outcome: string;
  readonly link: RefusalLink | null;
}

/** Three fields side by side; wider ones are no easier to read. */
export const FORM_WIDTH = '64rem';

/** What is known of what was entered, and the way on: in a tab of its own, so that the form stays. */
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
  readonly initial: RecordValues;
  readonly onReload: (() => void) | undefined;
  readonly onDecided: (version: number) => void;
}

/** Above the form: why the server has not saved it, and what is wrong with its fields. */
export function RefusalNotice(props: RefusalNoticeProps): ReactNode {
  const { refusal, initial, onReload, onDecided } = props;
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
      {refusal?.stale == null ? null : (
        <StaleAlert
          key={refusal.stale.version}
          current={refusal.stale}
          initial={initial}
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

/** The faults that the fields show at the moment, in the order of the page. They shrink while they are corrected. */
function useShownFaults(): FieldError[] {
  const { errors } = useFormState();
  return Object.keys(FIELD_LABELS).flatMap((field) => {
    const message: unknown = get(errors, `${field}.message`);
    return typeof message === 'string' ? [{ field, message }] : [];
  });
}
