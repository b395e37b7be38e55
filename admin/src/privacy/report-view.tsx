import {
  type AccessFormat,
  type AccessReport,
  type ErasureRequest,
  type ErasureScope,
  formatDateTime,
  LENGTH,
  STAFF_MESSAGES,
} from '@kidlab/contract';
import { Alert, Box, Button, TextField, Typography } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { useNotify } from 'react-admin';

import { saveFile } from '../exports/save-file.js';
import { AskDialog } from '../layout/ask-dialog.js';
import { Facts } from '../layout/facts.js';
import { failureText } from '../providers/http.js';
import { portalCalls } from '../providers/portal-calls.js';
import { site } from '../site.js';
import { FoundFamily } from './found-family.js';
import { REQUEST_TEXTS } from '../texts/privacy.js';

interface EraseDialogProps {
  readonly isOpen: boolean;
  readonly email: string;
  readonly onConfirm: (confirmation: string) => Promise<void>;
  readonly onClose: () => void;
}

/** Nothing is erased by a click alone: the address is typed once more. */
function EraseDialog({ isOpen, email, onConfirm, onClose }: EraseDialogProps): ReactNode {
  const [typed, setTyped] = useState('');
  const close = (): void => {
    setTyped('');
    onClose();
  };
  return (
    <AskDialog
      isOpen={isOpen}
      heading={REQUEST_TEXTS.eraseHeading}
      question={REQUEST_TEXTS.eraseQuestion}
      subject={email}
      cancel={REQUEST_TEXTS.cancel}
      confirm={REQUEST_TEXTS.erase}
      isDangerous
      check={() => (typed.trim().toLowerCase() === email ? null : STAFF_MESSAGES.confirmErasure)}
      onConfirm={() => onConfirm(typed.trim())}
      onClose={close}
    >
      <TextField
        label={REQUEST_TEXTS.email}
        name="confirmation"
        type="email"
        autoComplete="off"
        autoFocus
        fullWidth
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
        }}
        slotProps={{ htmlInput: { maxLength: LENGTH.email } }}
        sx={{ mt: 2 }}
      />
    </AskDialog>
  );
}

const FILE_TYPES: Readonly<Record<AccessFormat, string>> = {
  json: 'application/json',
  html: 'text/html',
};

interface ReportViewProps {
  readonly report: AccessReport;
  readonly onErase: (request: ErasureRequest) => Promise<void>;
  readonly onLifted: () => void;
}

/** What was found of an address, and what may be done about it. */
export function ReportView({ report, onErase, onLifted }: ReportViewProps): ReactNode {
  const notify = useNotify();
  const [isErasing, setErasing] = useState(false);
  const [isLifting, setLifting] = useState(false);
  const [scopes, setScopes] = useState<Readonly<Record<string, ErasureScope>>>({});
  const { email, suppressedAt, families, mails, links, events, staffUser } = report;
  const counts = [
    [REQUEST_TEXTS.mails, mails],
    [REQUEST_TEXTS.links, links],
    [REQUEST_TEXTS.events, events],
    [REQUEST_TEXTS.staffUser, staffUser === null ? [] : [staffUser]],
  ] as const;
  const isEmpty = families.length === 0 && counts.every(([, list]) => list.length === 0);

  const download = async (format: AccessFormat): Promise<void> => {
    try {
      const text = await portalCalls.downloadAddress(email, format);
      saveFile(new Blob([text], { type: FILE_TYPES[format] }), `personal-data.${format}`);
    } catch (error) {
      notify(failureText(error), { type: 'error' });
    }
  };
  return (
    <Box sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
      <Typography variant="h3" sx={{ overflowWrap: 'anywhere' }}>
        {REQUEST_TEXTS.found} {email}
      </Typography>
      {suppressedAt === null ? null : (
        <Alert severity="info">
          {REQUEST_TEXTS.suppressed} {formatDateTime(suppressedAt, site.labTimeZone)}
        </Alert>
      )}
      {isEmpty ? <Typography>{REQUEST_TEXTS.nothing}</Typography> : null}
      {families.map((family) => (
        <FoundFamily
          key={family.family.guid}
          found={family}
          scope={scopes[family.family.guid] ?? 'family'}
          onScope={(scope) => {
            setScopes({ ...scopes, [family.family.guid]: scope });
          }}
        />
      ))}
      <Facts facts={counts.map(([label, list]) => ({ label, value: String(list.length) }))} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button variant="outlined" onClick={() => void download('json')}>
          {REQUEST_TEXTS.downloadJson}
        </Button>
        <Button variant="outlined" onClick={() => void download('html')}>
          {REQUEST_TEXTS.downloadHtml}
        </Button>
        {suppressedAt === null ? null : (
          <Button
            variant="outlined"
            onClick={() => {
              setLifting(true);
            }}
          >
            {REQUEST_TEXTS.lift}
          </Button>
        )}
        <Button
          variant="contained"
          color="error"
          onClick={() => {
            setErasing(true);
          }}
        >
          {REQUEST_TEXTS.erase}
        </Button>
      </Box>
      <EraseDialog
        isOpen={isErasing}
        email={email}
        onConfirm={(confirmation) =>
          onErase({
            email,
            confirmation,
            families: families.map(({ family: { guid } }) => ({
              guid,
              scope: scopes[guid] ?? 'family',
            })),
          })
        }
        onClose={() => {
          setErasing(false);
        }}
      />
      <AskDialog
        isOpen={isLifting}
        heading={REQUEST_TEXTS.lift}
        question={REQUEST_TEXTS.liftQuestion}
        subject={email}
        cancel={REQUEST_TEXTS.cancel}
        confirm={REQUEST_TEXTS.lift}
        onConfirm={async () => {
          await portalCalls.liftSuppression(email);
          notify(REQUEST_TEXTS.lifted, { type: 'success' });
          onLifted();
        }}
        onClose={() => {
          setLifting(false);
        }}
      />
    </Box>
  );
}
