import { EDIT_TEXTS, RECORD_FORM_TEXTS } from '@kidlab/contract';
import { Box, Button, CircularProgress, Typography } from '@mui/material';
import { type KeyboardEvent, type ReactNode, useEffect } from 'react';
import { useWarnWhenUnsavedChanges } from 'react-admin';
import { FormProvider } from 'react-hook-form';
import { useNavigate } from 'react-router';

import { FaultSummary, RefusalNotice } from './form-problems.js';
import { FORM_WIDTH } from './form-width.js';
import { type RecordFormTask, useRecordForm } from './use-record-form.js';

interface RecordFormProps extends RecordFormTask {
  /** Where Cancel leads. */
  readonly cancelTo: string;
  /** The page that follows takes the place of this one in the browser's history: Back does not lead to a saved form. */
  readonly replaces?: boolean;
  /** Reads the record anew, after somebody else has saved it. */
  readonly onReload?: () => void;
  readonly children: ReactNode;
}

/** What every form of staff's records has: Submit and Cancel, its faults, and a warning before changes are lost. */
export function RecordForm({
  cancelTo,
  replaces = false,
  onReload,
  children,
  ...task
}: RecordFormProps): ReactNode {
  const navigate = useNavigate();
  const { form, refusal, isSaving, destination, submit, decide } = useRecordForm(task);
  return (
    <FormProvider {...form}>
      {refusal === null || refusal.kind === 'told' ? null : (
        <RefusalNotice refusal={refusal} onReload={onReload} onDecided={decide} />
      )}
      <FaultSummary link={refusal?.kind === 'told' ? refusal.link : null} />
      <Box
        component="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
        onKeyDown={submitByKeyboard}
        sx={{ display: 'grid', gap: 3, maxWidth: FORM_WIDTH }}
      >
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {RECORD_FORM_TEXTS.required}
        </Typography>
        {children}
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center' }}>
          <Button
            type="submit"
            variant="contained"
            aria-disabled={isSaving}
            aria-keyshortcuts="Control+Enter"
            {...(isSaving ? { startIcon: <CircularProgress size={16} color="inherit" /> } : {})}
          >
            {EDIT_TEXTS.submit}
          </Button>
          <Button
            variant="outlined"
            onClick={() => {
              // As the Menu does: `Leaving` asks whether unsaved changes may be lost.
              void navigate(cancelTo, { replace: replaces });
            }}
          >
            {EDIT_TEXTS.cancel}
          </Button>
          <Typography role="status" variant="body2">
            {isSaving ? RECORD_FORM_TEXTS.saving : ''}
          </Typography>
        </Box>
      </Box>
      <Leaving destination={destination} replaces={replaces} />
    </FormProvider>
  );
}

function submitByKeyboard(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.requestSubmit();
}

interface LeavingProps {
  readonly destination: string | null;
  readonly replaces: boolean;
}

/** Goes where the form says; whoever leaves otherwise is asked whether unsaved changes may be lost. */
function Leaving({ destination, replaces }: LeavingProps): ReactNode {
  const navigate = useNavigate();
  useWarnWhenUnsavedChanges(destination === null);
  useEffect(() => {
    if (destination !== null) void navigate(destination, { replace: replaces });
  }, [destination, navigate, replaces]);
  return null;
}
