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
import { type ReactNode, useState } from 'react';
import { useFormContext } from 'react-hook-form';

import { FIELD_LABELS, type FieldName } from './field-labels.js';
import type { RecordValues } from './record-values.js';
import type { Conflict } from './use-record-form.js';
import { site } from '../site.js';

type Choice = 'yours' | 'theirs';

interface StaleAlertProps {
  readonly current: StaleRecordBody['current'];
  readonly conflicts: readonly Conflict[];
  /** Reads the record anew; what was entered is gone then. */
  readonly onReload: (() => void) | undefined;
  /** The person has decided on each field, up to that version. */
  readonly onDecided: (version: number) => void;
}

/** Somebody has saved the record in between: both values of each field that differs, to choose from. */
export function StaleAlert({
  current,
  conflicts,
  onReload,
  onDecided,
}: StaleAlertProps): ReactNode {
  const { setValue } = useFormContext<RecordValues>();
  const when = formatDateTime(current.modifiedDate, site.labTimeZone);
  const [choices, setChoices] = useState<Partial<Record<FieldName, Choice>>>(() =>
    Object.fromEntries(
      conflicts.filter(({ isTouched }) => !isTouched).map(({ field }) => [field, 'theirs']),
    ),
  );
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
