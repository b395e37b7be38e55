import {
  type AccessFamily,
  type AccessReport,
  type ErasureRequest,
  type ErasureScope,
  STAFF_MESSAGES,
} from '@kidlab/contract';
import { Alert, Box, Button, Typography } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { TextInput, useNotify } from 'react-admin';

import { Choices } from '../inputs/inputs.js';
import { saveFile } from '../layout/save-file.js';
import { AskDialog } from '../layout/ask-dialog.js';
import { ComingSeats } from '../layout/coming-seats.js';
import { type Fact, Facts } from '../layout/facts.js';
import { FamilyLink } from '../layout/list/cells.js';
import { CallError, failureText } from '../providers/http.js';
import { portalCalls } from '../providers/portal-calls.js';
import { NOT_AVAILABLE, timeText } from '../texts/dates.js';
import { familyState } from '../texts/portal.js';
import {
  ERASED_KIND_NAMES,
  ERASURE_SCOPE_NAMES,
  eraseQuestion,
  REQUEST_TEXTS,
} from '../texts/privacy.js';

const DOWNLOADS = [
  { format: 'json', type: 'application/json', label: REQUEST_TEXTS.downloadJson },
  { format: 'html', type: 'text/html', label: REQUEST_TEXTS.downloadHtml },
] as const;

interface ReportViewProps {
  readonly report: AccessReport;
  readonly onErase: (request: ErasureRequest) => Promise<void>;
  readonly onLifted: () => void;
}

/** What is stored about an address, with downloads and erasure. */
export function ReportView({ report, onErase, onLifted }: ReportViewProps): ReactNode {
  const notify = useNotify();
  const [asked, setAsked] = useState<'erase' | 'lift' | null>(null);
  const close = (): void => setAsked(null);
  const [scopes, setScopes] = useState<Readonly<Record<string, ErasureScope>>>({});
  const scopeOf = ({ family: { guid } }: AccessFamily): ErasureScope => scopes[guid] ?? 'family';
  const { email, suppressedAt, families, mails, links, invitations, events, staffUser } = report;
  const whole = families
    .filter((each) => scopeOf(each) === 'family')
    .map(({ family: { id } }) => id);
  const counts = [
    [ERASED_KIND_NAMES.mails, mails],
    [ERASED_KIND_NAMES.links, links],
    [ERASED_KIND_NAMES.invitations, invitations],
    [ERASED_KIND_NAMES.events, events],
    [REQUEST_TEXTS.staffUser, staffUser === null ? [] : [staffUser]],
  ] as const;
  const isEmpty = families.length === 0 && counts.every(([, list]) => list.length === 0);

  const download = async ({ format, type }: (typeof DOWNLOADS)[number]): Promise<void> => {
    try {
      const text = await portalCalls.downloadAddress(email, format);
      saveFile(new Blob([text], { type }), `personal-data.${format}`);
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
          {REQUEST_TEXTS.suppressed} {timeText(suppressedAt)}
        </Alert>
      )}
      {isEmpty ? <Typography>{REQUEST_TEXTS.nothing}</Typography> : null}
      {families.map((family) => (
        <FoundFamily
          key={family.family.guid}
          found={family}
          scope={scopeOf(family)}
          onScope={(scope) => setScopes({ ...scopes, [family.family.guid]: scope })}
        />
      ))}
      <Facts facts={counts.map(([label, list]) => ({ label, value: String(list.length) }))} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {isEmpty
          ? null
          : DOWNLOADS.map((file) => (
              <Button key={file.format} variant="outlined" onClick={() => void download(file)}>
                {file.label}
              </Button>
            ))}
        {suppressedAt === null ? null : (
          <Button variant="outlined" onClick={() => setAsked('lift')}>
            {REQUEST_TEXTS.lift}
          </Button>
        )}
        {/* An erasure also blocks an address that is not stored. */}
        {isEmpty && suppressedAt !== null ? null : (
          <Button variant="contained" color="error" onClick={() => setAsked('erase')}>
            {REQUEST_TEXTS.erase}
          </Button>
        )}
      </Box>
      {asked === 'erase' ? (
        <AskDialog
          heading={REQUEST_TEXTS.eraseHeading}
          question={eraseQuestion(
            families.map((each) => ({ familyName: each.family.familyName, scope: scopeOf(each) })),
          )}
          subject={
            <>
              {email}
              {whole.length === 0 ? null : <ComingSeats familyIds={whole} />}
            </>
          }
          confirm={REQUEST_TEXTS.erase}
          isDangerous
          rules={{
            email: {
              required: STAFF_MESSAGES.confirmErasure,
              same: { as: email.toLowerCase(), message: STAFF_MESSAGES.confirmErasure },
            },
          }}
          onConfirm={() =>
            onErase({
              email,
              confirmation: email,
              families: families.map((each) => ({ guid: each.family.guid, scope: scopeOf(each) })),
            })
          }
          onClose={close}
        >
          <TextInput
            source="email"
            label={REQUEST_TEXTS.email}
            autoFocus
            sx={{ mt: 2 }}
            slotProps={{
              htmlInput: { autoCapitalize: 'none' },
              formHelperText: { role: 'alert' },
            }}
          />
        </AskDialog>
      ) : null}
      {asked === 'lift' ? (
        <AskDialog
          heading={REQUEST_TEXTS.lift}
          question={REQUEST_TEXTS.liftQuestion}
          subject={email}
          confirm={REQUEST_TEXTS.lift}
          onConfirm={async () => {
            try {
              await portalCalls.liftSuppression(email);
            } catch (error) {
              // 409: already lifted, perhaps by an earlier try whose response was lost.
              if (!(error instanceof CallError && error.status === 409)) throw error;
            }
            notify(REQUEST_TEXTS.lifted, { type: 'success' });
            onLifted();
          }}
          onClose={close}
        />
      ) : null}
    </Box>
  );
}

const named = (people: readonly { readonly firstName: string }[]): string =>
  people.map(({ firstName }) => firstName).join(', ') || NOT_AVAILABLE;

function factsOf({ family, consent, guardians, otherGuardians, children }: AccessFamily): Fact[] {
  return [
    {
      label: REQUEST_TEXTS.family,
      value: <FamilyLink guid={family.guid} name={family.familyName} />,
    },
    { label: REQUEST_TEXTS.state, value: familyState(family) },
    { label: ERASED_KIND_NAMES.guardians, value: named(guardians) },
    { label: REQUEST_TEXTS.otherGuardians, value: named(otherGuardians) },
    { label: ERASED_KIND_NAMES.children, value: named(children) },
    { label: REQUEST_TEXTS.agreement, value: timeText(consent?.acceptedAt) },
  ];
}

interface FoundFamilyProps {
  readonly found: AccessFamily;
  readonly scope: ErasureScope;
  readonly onScope: (scope: ErasureScope) => void;
}

/** A family with this address. If it has another guardian, staff choose what to erase. */
function FoundFamily({ found, scope, onScope }: FoundFamilyProps): ReactNode {
  return (
    <Box sx={{ border: '1px solid var(--line)', borderRadius: 1, p: 2, minWidth: 0 }}>
      <Facts facts={factsOf(found)} />
      {found.scopes.length < 2 ? null : (
        <Choices
          legend={REQUEST_TEXTS.scope}
          options={found.scopes.map((each) => [each, ERASURE_SCOPE_NAMES[each]])}
          value={scope}
          onChange={(value) => onScope(value as ErasureScope)}
        />
      )}
    </Box>
  );
}
