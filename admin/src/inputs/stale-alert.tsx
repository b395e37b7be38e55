import type { StaleRecordBody } from '@kidlab/contract';
import {
  Alert,
  AlertTitle,
  Box,
  Button,
  FormControl,
  FormControlLabel,
  FormHelperText,
  FormLabel,
  Radio,
  RadioGroup,
} from '@mui/material';
import { type ReactNode, useEffect, useEffectEvent, useId, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';

import {
  type Conflict,
  conflictsOf,
  FIELD_LABELS,
  type RecordValues,
  shownText,
} from './record-values.js';
import { RECORD_FORM_TEXTS, staleText, takenOverText } from '../texts/record.js';

type Choice = 'yours' | 'theirs';

interface StaleAlertProps {
  readonly current: StaleRecordBody['current'];
  /** The stored values that the user has seen. */
  readonly base: RecordValues;
  /** The user has submitted without all choices. */
  readonly isUndecided: boolean;
  /** Reloads the record and discards the entries. */
  readonly onReload: (() => void) | undefined;
  /** All conflicts with that version are resolved. */
  readonly onDecided: (version: number) => void;
}

/**
 * Another user has saved the record since. Asks about the fields that both have changed. Takes over the fields that
 * only the other user has changed.
 */
export function StaleAlert(props: StaleAlertProps): ReactNode {
  const { current, base, isUndecided, onReload, onDecided } = props;
  const { getValues, setValue } = useFormContext();
  const [changed] = useState(() => conflictsOf(current.fields, base, getValues()));
  const conflicts = changed.filter(({ isTouched }) => isTouched);
  const takenOver = changed.filter(({ isTouched }) => !isTouched);
  const [choices, setChoices] = useState<Readonly<Record<string, Choice>>>({});
  const isDecided = conflicts.every(({ field }) => field in choices);
  const fill = useEffectEvent(() => {
    for (const { field, theirs } of takenOver) setValue(field, theirs, { shouldDirty: true });
  });
  useEffect(() => fill(), []);
  const reportDecided = useEffectEvent(() => onDecided(current.version));
  useEffect(() => {
    if (isDecided) reportDecided();
  }, [isDecided]);
  return (
    <Alert severity="warning">
      <AlertTitle>{RECORD_FORM_TEXTS.staleHeading}</AlertTitle>
      {staleText(current.modifiedBy, current.modifiedDate)}
      {takenOver.length === 0 ? null : ` ${takenOverText(takenOver.map(changeText))}`}
      {` ${conflicts.length === 0 ? RECORD_FORM_TEXTS.staleSubmit : RECORD_FORM_TEXTS.staleHowTo}`}
      {conflicts.map((conflict) => (
        <ConflictChoice
          key={conflict.field}
          conflict={conflict}
          colleague={current.modifiedBy}
          choice={choices[conflict.field]}
          isMissing={isUndecided && !(conflict.field in choices)}
          onChoose={(choice) => setChoices({ ...choices, [conflict.field]: choice })}
        />
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

/** `Okay To Contact (Y → N)` */
function changeText({ field, yours, theirs }: Conflict): string {
  return `${FIELD_LABELS[field] ?? field} (${shownText(field, yours)} → ${shownText(field, theirs)})`;
}

interface ConflictChoiceProps {
  readonly conflict: Conflict;
  readonly colleague: string;
  readonly choice: Choice | undefined;
  readonly isMissing: boolean;
  readonly onChoose: (choice: Choice) => void;
}

function ConflictChoice(props: ConflictChoiceProps): ReactNode {
  const { conflict, colleague, choice = '', isMissing, onChoose } = props;
  const { field, theirs } = conflict;
  const id = useId();
  const { setValue } = useFormContext();
  const entered = String(useWatch({ name: field }) ?? '');
  // What the user entered, while the field has their value.
  const [kept, setKept] = useState(entered);
  const yours = choice === 'theirs' ? kept : entered;
  return (
    <FormControl component="fieldset" error={isMissing} sx={{ display: 'block', mt: 1 }}>
      <FormLabel component="legend">{FIELD_LABELS[field]}</FormLabel>
      <RadioGroup
        value={choice}
        aria-invalid={isMissing}
        aria-describedby={isMissing ? id : undefined}
        onChange={(_, chosen) => {
          setKept(yours);
          setValue(field, chosen === 'theirs' ? theirs : yours, { shouldDirty: true });
          onChoose(chosen as Choice);
        }}
      >
        <FormControlLabel
          value="yours"
          control={<Radio size="small" />}
          label={`${RECORD_FORM_TEXTS.yours}: ${shownText(field, yours)}`}
        />
        <FormControlLabel
          value="theirs"
          control={<Radio size="small" />}
          label={`${colleague}: ${shownText(field, theirs)}`}
        />
      </RadioGroup>
      {isMissing ? <FormHelperText id={id}>{RECORD_FORM_TEXTS.choose}</FormHelperText> : null}
    </FormControl>
  );
}
