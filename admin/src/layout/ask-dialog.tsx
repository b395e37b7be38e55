import { faultsOf, type FormRules } from '@kidlab/contract';
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
  TextField,
  Typography,
} from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useId, useRef, useState } from 'react';
import { Form } from 'react-admin';

import { failureText, Objection } from '../providers/http.js';
import { EDIT_TEXTS } from '../texts/portal.js';

type Values = Readonly<Record<string, string>>;

export function useDialog() {
  const [isOpen, setOpen] = useState(false);
  const open = (): void => setOpen(true);
  const close = (): void => setOpen(false);
  return { open, dialog: { isOpen, onClose: close } };
}

interface ToType {
  readonly label: string;
  readonly text: string;
  /** Said while it is not what was typed. */
  readonly otherwise: string;
}

interface AskDialogProps {
  readonly isOpen: boolean;
  readonly heading: string;
  readonly question: string;
  /** What it is about, by name. */
  readonly subject?: ReactNode;
  readonly confirm: string;
  /** What was asked about can't be brought back. */
  readonly isDangerous?: boolean;
  /** Nothing is done by a click alone: this is typed first, in any case. */
  readonly toType?: ToType | undefined;
  /** Between the question and the buttons, such as inputs. */
  readonly children?: ReactNode;
  /** What its inputs begin with; read once. */
  readonly values?: Values;
  /** Of its inputs; the first one at fault takes the focus. */
  readonly rules?: FormRules;
  /** Says `null` when the answer may be given, otherwise why not. */
  readonly check?: () => string | null;
  /** Does it. What it throws is shown, and the dialog stays. Left out, there is nothing to refuse. */
  readonly onConfirm?: (values: Values) => Promise<void>;
  readonly onClose: () => void;
  /** Takes the focus after a confirmed dialog has closed; otherwise whatever had it before. */
  readonly focusAfter?: () => HTMLElement | null;
}

/** A question before something is done; it is done while the dialog is still there, so that a failure is seen. */
export function AskDialog(props: AskDialogProps): ReactNode {
  const { isOpen, heading, question, subject, confirm, isDangerous = false } = props;
  const { toType, children, values = {}, rules = {}, check = () => null } = props;
  const { onConfirm, onClose, focusAfter } = props;
  const id = useId();
  const inFlight = useRef(false);
  const wasConfirmed = useRef(false);
  // A form that is given another record forgets what was typed.
  const [record] = useState(values);
  const [typed, setTyped] = useState('');
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: async (entered: Values) => {
      const isTyped = toType === undefined || typed.trim().toLowerCase() === toType.text;
      const objection = isTyped ? check() : toType.otherwise;
      if (objection !== null) throw new Objection(objection);
      await onConfirm?.(entered);
    },
    onSuccess: () => {
      wasConfirmed.current = true;
      onClose();
    },
    onError: () => {
      inFlight.current = false;
    },
    // What was typed may be a password: with `reset`, it is not kept any longer than the dialog is there.
    gcTime: 0,
  });
  const close = (): void => {
    if (!isPending) onClose();
  };
  return (
    <Dialog
      open={isOpen}
      onClose={close}
      role="alertdialog"
      aria-describedby={id}
      slotProps={{
        transition: {
          // Every question begins without an old failure.
          onEnter: () => {
            inFlight.current = false;
            wasConfirmed.current = false;
            setTyped('');
            reset();
          },
          onExited: () => {
            reset();
            if (wasConfirmed.current) focusAfter?.()?.focus();
          },
        },
      }}
    >
      <Form<Values>
        record={record}
        validate={(entered) =>
          Object.fromEntries(faultsOf(rules, entered).map(({ field, message }) => [field, message]))
        }
        noValidate
        disableInvalidFormNotification
        onSubmit={(entered: unknown) => {
          if (inFlight.current) return;
          // Until the question is asked anew: a closing dialog can still be clicked.
          inFlight.current = true;
          mutate(entered as Values);
        }}
      >
        <DialogTitle>{heading}</DialogTitle>
        <DialogContent>
          <Box id={id}>
            <DialogContentText>{question}</DialogContentText>
            {subject === undefined ? null : (
              <Typography component="div" sx={{ mt: 1, fontWeight: 600, overflowWrap: 'anywhere' }}>
                {subject}
              </Typography>
            )}
          </Box>
          {toType === undefined ? null : (
            <TextField
              autoFocus
              fullWidth
              margin="normal"
              size="small"
              label={toType.label}
              value={typed}
              slotProps={{ htmlInput: { autoComplete: 'off', autoCapitalize: 'none' } }}
              onChange={({ target }) => setTyped(target.value)}
            />
          )}
          {children}
          {error === null ? null : (
            <Alert severity="error" sx={{ mt: 2 }}>
              {failureText(error)}
            </Alert>
          )}
        </DialogContent>
        <DialogActions>
          {onConfirm === undefined ? null : (
            <Button onClick={close} autoFocus={children === undefined && toType === undefined}>
              {EDIT_TEXTS.cancel}
            </Button>
          )}
          <Button
            type="submit"
            autoFocus={onConfirm === undefined}
            variant="contained"
            aria-disabled={isPending}
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
