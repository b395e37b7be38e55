import { faultsOf, type FieldError, type FormRules, type StaleRecordBody } from '@kidlab/contract';
import {
  Alert,
  Box,
  Button,
  CircularProgress,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
  Typography,
} from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Form } from 'react-admin';
import { useFormContext } from 'react-hook-form';

import { keepFocus, TextWithLink, TO_LOGIN } from './page.js';
import { CallError, failureText, isSessionOver } from '../providers/http.js';
import { EDIT_TEXTS } from '../texts/portal.js';

type Values = Readonly<Record<string, string>>;

interface AskDialogProps {
  readonly heading: string;
  readonly question: string;
  /** Names the record in question. */
  readonly subject?: ReactNode;
  readonly confirm: string;
  /** Label of the button that only closes the dialog; "Cancel" by default. */
  readonly cancel?: string;
  /** The action can't be undone. */
  readonly isDangerous?: boolean;
  /** There is nothing to confirm, or what the user must see first has not loaded yet. */
  readonly isBlocked?: boolean;
  /** Inputs, below the question. */
  readonly children?: ReactNode;
  /** Initial values of the inputs, read once. */
  readonly values?: Values;
  /** Rules for the inputs. The first invalid input gets the focus. */
  readonly rules?: FormRules;
  /** If it throws, the dialog shows the error and stays open. Without it, there is no Cancel button. */
  readonly onConfirm?: (values: Values) => Promise<void>;
  /** Someone else has saved the record since: starts again from their version. */
  readonly onReload?: (current: StaleRecordBody['current'], entered: Values) => void;
  /** Unmounts the dialog. */
  readonly onClose: () => void;
  /** Gets the focus after a confirmed dialog has closed; by default, the element that had it before. */
  readonly focusAfter?: () => HTMLElement | null;
}

/** Asks before an action, and stays open until the action succeeds. It is open while it is rendered. */
export function AskDialog(props: AskDialogProps): ReactNode {
  const { heading, question, subject, confirm, isDangerous = false, isBlocked = false } = props;
  const { cancel = EDIT_TEXTS.cancel, children, values = {}, rules = {} } = props;
  const { onConfirm, onReload, onClose, focusAfter } = props;
  const hasInputs = children !== undefined;
  const id = useId();
  const inFlight = useRef(false);
  const isTouched = useRef(false);
  // Material UI returns the focus to it, but in Safari not if the first input is a date: that one sends no `focusin`.
  const [opener] = useState(() => document.activeElement);
  // The form resets when its record changes.
  const [record] = useState(values);
  const {
    mutate,
    isPending,
    error,
    reset,
    variables = {},
  } = useMutation({
    mutationFn: async (entered: Values) => onConfirm?.(entered),
    onSuccess: () => {
      // Closing returns the focus to the element that had it before, but the action may have removed that one.
      flushSync(onClose);
      focusAfter?.()?.focus();
      keepFocus(opener);
    },
    onError: () => {
      inFlight.current = false;
    },
    // The values may include a password: this drops them once the dialog is closed. If it unmounts during the action,
    // react-query also checks at this interval whether the action has ended.
    gcTime: 100,
  });
  const close = (): void => {
    if (isPending) return;
    flushSync(onClose);
    // After a failure, a refresh may have removed the element that had the focus before.
    keepFocus(opener);
  };
  const validate = (entered: Values): Values =>
    Object.fromEntries(faultsOf(rules, entered).map(({ field, message }) => [field, message]));
  const { errors: serverFaults = [], stale = null } = error instanceof CallError ? error : {};
  const isAtInputs =
    serverFaults.length > 0 && serverFaults.every(({ field }) => field in variables);
  return (
    <Dialog
      open
      onClose={() => {
        // Esc and a click beside the dialog must not lose what was entered.
        if (!isTouched.current) close();
      }}
      onKeyDown={(event) => {
        // Enter that is still held from opening the dialog must not submit it.
        if (event.repeat && event.key === 'Enter') event.preventDefault();
      }}
      // An alertdialog only asks a question. With inputs, the dialog is a form.
      role={hasInputs ? 'dialog' : 'alertdialog'}
      aria-describedby={id}
    >
      <Form<Values>
        record={record}
        validate={validate}
        noValidate
        disableInvalidFormNotification
        onSubmit={(entered: unknown) => {
          if (inFlight.current || isBlocked) return;
          inFlight.current = true;
          mutate(entered as Values);
        }}
      >
        <DialogTitle>{heading}</DialogTitle>
        <DialogContent
          onChange={() => {
            isTouched.current = true;
            // The error was about the values before this change.
            if (error !== null) reset();
          }}
        >
          <Box id={id}>
            <DialogContentText>{question}</DialogContentText>
            {subject === undefined ? null : (
              <Typography component="div" sx={{ mt: 1, fontWeight: 600, overflowWrap: 'anywhere' }}>
                {subject}
              </Typography>
            )}
          </Box>
          {children}
          {isAtInputs ? <InputFaults faults={serverFaults} /> : null}
          {error === null || isAtInputs ? null : (
            <Alert severity="error" sx={{ mt: 2 }}>
              <TextWithLink
                text={failureText(error)}
                link={isSessionOver(error) ? TO_LOGIN : null}
              />
              {stale === null || onReload === undefined ? null : (
                <Button
                  color="inherit"
                  variant="outlined"
                  sx={{ display: 'block', mt: 1 }}
                  onClick={() => onReload(stale, variables)}
                >
                  {EDIT_TEXTS.added.reload}
                </Button>
              )}
            </Alert>
          )}
        </DialogContent>
        <DialogActions>
          {onConfirm === undefined ? null : (
            <Button onClick={close} autoFocus={!hasInputs}>
              {cancel}
            </Button>
          )}
          <Button
            type="submit"
            autoFocus={onConfirm === undefined}
            variant="contained"
            aria-disabled={isPending || isBlocked}
            color={isDangerous ? 'error' : 'primary'}
            {...(isPending ? { startIcon: <CircularProgress size={16} color="inherit" /> } : {})}
          >
            {confirm}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}

/**
 * Shows the server's errors at the inputs, and focuses the first one. Each call resets `error` first, which unmounts
 * this and clears the errors. The next failure mounts a new instance.
 */
function InputFaults({ faults }: { readonly faults: readonly FieldError[] }): null {
  const { setError, clearErrors } = useFormContext();
  const show = useEffectEvent(() => {
    faults.forEach(({ field, message }, index) => {
      setError(field, { type: 'server', message }, { shouldFocus: index === 0 });
    });
  });
  const clear = useEffectEvent(() => clearErrors(faults.map(({ field }) => field)));
  useEffect(() => {
    show();
    return () => clear();
  }, []);
  return null;
}
