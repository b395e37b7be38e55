import type { StaleRecordBody } from '@kidlab/contract';
import { Alert, AlertTitle, Box, Button, Link as MuiLink } from '@mui/material';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { get, useFormContext, useFormState, useWatch } from 'react-hook-form';

import { Choices } from './inputs.js';
import {
  type Conflict,
  conflictsOf,
  FIELD_LABELS,
  type RecordValues,
  shownText,
  type Values,
} from './record-values.js';
import { type PageLinkProps, TextWithLink } from '../layout/page.js';
import { RECORD_FORM_TEXTS, staleText, takenOverText } from '../texts/record.js';

/** Why a form was not saved, apart from the errors of its fields. */
export interface Refusal {
  /** The current record, if another user has saved it since. */
  readonly stale: StaleRecordBody['current'] | null;
  /** The record as stored now, if `stale`. */
  readonly stored: RecordValues;
  /** The form was submitted again before every choice in the stale notice was made. */
  readonly isUndecided: boolean;
  /** The reason; `null` when the stale notice or the fields show it. */
  readonly text: string | null;
  /** Whether the entries were saved, as far as that is known. */
  readonly outcome: string;
  /** To a record that explains the refusal. */
  readonly link: PageLinkProps | null;
}

interface RefusalNoticeProps {
  readonly refusal: Refusal | null;
  /** The stored values that the user has seen. */
  readonly base: RecordValues;
  /** Reloads the record and discards the entries. */
  readonly onReload: (() => void) | undefined;
  /** All conflicts with that version are resolved. */
  readonly onDecided: (version: number) => void;
}

/** Shown above the form: why it was not saved, and a summary of the field errors. */
export function RefusalNotice(props: RefusalNoticeProps): ReactNode {
  const { refusal } = props;
  const notice = useRef<HTMLDivElement>(null);
  const { setFocus } = useFormContext();
  const faults = useShownFaults();
  const takeFocus = useEffectEvent(() => {
    const choice = notice.current?.querySelector<HTMLElement>('[aria-invalid="true"] input');
    if (choice != null) choice.focus();
    else if (faults[0] === undefined) notice.current?.focus();
    else setFocus(faults[0].field);
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
        '&:empty': { display: 'none' },
        '&:focus': { outline: 'none' },
      }}
    >
      {refusal?.stale == null ? null : (
        <StaleAlert
          {...props}
          key={refusal.stale.version}
          current={refusal.stale}
          isUndecided={refusal.isUndecided}
        />
      )}
      {refusal?.text == null ? null : (
        <Alert severity="error">
          <AlertTitle>{refusal.text}</AlertTitle>
          <TextWithLink text={refusal.outcome} link={refusal.link} />
        </Alert>
      )}
      {faults.length === 0 ? null : (
        // Not atomic: a screen reader announces only the message that changed, not the whole list.
        <Alert severity="error" aria-atomic={false}>
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
          {refusal?.text === null &&
          refusal.link !== null &&
          faults.some(({ isServers }) => isServers) ? (
            <TextWithLink text={refusal.outcome} link={refusal.link} />
          ) : null}
        </Alert>
      )}
    </Box>
  );
}

/** The errors that the fields show now, in page order. */
function useShownFaults() {
  const { errors } = useFormState();
  return Object.keys(FIELD_LABELS).flatMap((field) => {
    const message: unknown = get(errors, `${field}.message`);
    // react-admin gives errors from a response the type `server`.
    const type: unknown = get(errors, `${field}.type`);
    return typeof message === 'string' ? [{ field, message, isServers: type === 'server' }] : [];
  });
}

interface StaleAlertProps extends Omit<RefusalNoticeProps, 'refusal'> {
  readonly current: StaleRecordBody['current'];
  readonly isUndecided: boolean;
}

/**
 * Another user has saved the record since. Asks about the fields that both have changed. Takes over the fields that
 * only the other user has changed.
 */
function StaleAlert(props: StaleAlertProps): ReactNode {
  const { current, base, isUndecided, onReload, onDecided } = props;
  const { getValues, setValue } = useFormContext();
  const [changed] = useState(() => conflictsOf(current.fields, base, getValues()));
  const conflicts = changed.filter(({ isTouched }) => isTouched);
  const takenOver = changed.filter(({ isTouched }) => !isTouched);
  const [choices, setChoices] = useState<Values>({});
  const choose = (made: Values): void => {
    setChoices(made);
    if (conflicts.every(({ field }) => field in made)) onDecided(current.version);
  };
  const begin = useEffectEvent(() => {
    for (const { field, theirs } of takenOver) setValue(field, theirs, { shouldDirty: true });
    if (conflicts.length === 0) onDecided(current.version);
  });
  useEffect(() => begin(), []);
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
          onChoose={(choice) => choose({ ...choices, [conflict.field]: choice })}
        />
      ))}
      {onReload === undefined ? null : (
        <Button
          color="inherit"
          variant="outlined"
          onClick={onReload}
          sx={{ display: 'block', mt: 1 }}
        >
          {RECORD_FORM_TEXTS.reload}
        </Button>
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
  /** `yours` or `theirs`. */
  readonly choice: string | undefined;
  readonly isMissing: boolean;
  readonly onChoose: (choice: string) => void;
}

function ConflictChoice(props: ConflictChoiceProps): ReactNode {
  const { colleague, choice = '', isMissing, onChoose } = props;
  const { field, theirs } = props.conflict;
  const { setValue } = useFormContext();
  const entered = String(useWatch({ name: field }) ?? '');
  // Keeps the user's entry while the field holds the colleague's value.
  const [kept, setKept] = useState(entered);
  const yours = choice === 'theirs' ? kept : entered;
  return (
    <Choices
      legend={FIELD_LABELS[field] ?? field}
      options={[
        ['yours', `${RECORD_FORM_TEXTS.yours}: ${shownText(field, yours)}`],
        ['theirs', `${colleague}: ${shownText(field, theirs)}`],
      ]}
      value={choice}
      fault={isMissing ? RECORD_FORM_TEXTS.choose : undefined}
      onChange={(chosen) => {
        setKept(yours);
        setValue(field, chosen === 'theirs' ? theirs : yours, { shouldDirty: true });
        onChoose(chosen);
      }}
    />
  );
}
