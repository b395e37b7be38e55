import {
  formatDateTime,
  NOT_AVAILABLE,
  RECORD_FORM_TEXTS,
  type StaleRecordBody,
  staleText,
} from '@kidlab/contract';
import {
  Alert,
  AlertTitle,
  Box,
  Button,
  FormControl,
  FormControlLabel,
  FormLabel,
  Radio,
  RadioGroup,
} from '@mui/material';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { get, useFormContext } from 'react-hook-form';

import { FIELD_LABELS, type RecordValues } from './record-values.js';
import { site } from '../site.js';

type Choice = 'yours' | 'theirs';

/** A field in which the form differs from what somebody has saved in between. */
interface Conflict {
  readonly field: string;
  readonly yours: string;
  readonly theirs: string;
  /** What the person has not touched is not theirs to defend: it follows what is stored. */
  readonly isTouched: boolean;
}

/** A form that edits has one part: that of its record. */
function conflictsOf(
  stored: StaleRecordBody['current']['fields'],
  initial: RecordValues,
  values: object,
): Conflict[] {
  const [part = ''] = Object.keys(initial);
  return Object.keys(FIELD_LABELS).flatMap((field) => {
    const theirs = field.startsWith(`${part}.`) ? stored[field.slice(part.length + 1)] : undefined;
    if (theirs === undefined) return [];
    const yours = String(get(values, field) ?? '');
    return [{ field, yours, theirs, isTouched: yours !== get(initial, field) }];
  });
}

interface StaleAlertProps {
  readonly current: StaleRecordBody['current'];
  readonly initial: RecordValues;
  /** Reads the record anew; what was entered is gone then. */
  readonly onReload: (() => void) | undefined;
  /** The person has decided on each field, up to that version. */
  readonly onDecided: (version: number) => void;
}

/** Somebody has saved the record in between: both values of each field that differs, to choose from. */
export function StaleAlert({ current, initial, onReload, onDecided }: StaleAlertProps): ReactNode {
  const { getValues, setValue } = useFormContext();
  const when = formatDateTime(current.modifiedDate, site.labTimeZone);
  const [conflicts] = useState(() => conflictsOf(current.fields, initial, getValues()));
  const untouched = conflicts.filter(({ isTouched }) => !isTouched);
  const [choices, setChoices] = useState<Partial<Record<string, Choice>>>(() =>
    Object.fromEntries(untouched.map(({ field }) => [field, 'theirs'])),
  );
  const takeOver = useEffectEvent(() => {
    for (const { field, theirs } of untouched) setValue(field, theirs, { shouldDirty: true });
    if (untouched.length === conflicts.length) onDecided(current.version);
  });
  useEffect(() => {
    takeOver();
  }, []);
  const choose = (conflict: Conflict, choice: Choice): void => {
    setValue(conflict.field, conflict[choice], { shouldDirty: true });
    const chosen = { ...choices, [conflict.field]: choice };
    setChoices(chosen);
    if (conflicts.every(({ field }) => chosen[field] !== undefined)) onDecided(current.version);
  };
  return (
    <Alert severity="warning">
      <AlertTitle>{RECORD_FORM_TEXTS.staleHeading}</AlertTitle>
      {staleText(current.modifiedBy, when)}
      {conflicts.length === 0 ? null : ` ${RECORD_FORM_TEXTS.staleHowTo}`}
      {conflicts.map((conflict) => (
        <FormControl key={conflict.field} component="fieldset" sx={{ display: 'block', mt: 1 }}>
          <FormLabel component="legend">{FIELD_LABELS[conflict.field]}</FormLabel>
          <RadioGroup
            value={choices[conflict.field] ?? ''}
            onChange={(_, choice) => {
              choose(conflict, choice as Choice);
            }}
          >
            <FormControlLabel
              value="yours"
              control={<Radio size="small" />}
              label={`${RECORD_FORM_TEXTS.yours}: ${conflict.yours || NOT_AVAILABLE}`}
            />
            <FormControlLabel
              value="theirs"
              control={<Radio size="small" />}
              label={`${current.modifiedBy}: ${conflict.theirs || NOT_AVAILABLE}`}
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
