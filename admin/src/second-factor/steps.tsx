import {
  groupedCode,
  type SecondFactorProof,
  type SecondFactorSetup,
  STAFF_MESSAGES,
} from '@kidlab/contract';
import { Alert, Box, Button, Link, Typography } from '@mui/material';
import { type ReactNode, useState } from 'react';

import { saveFile } from '../layout/save-file.js';
import {
  codeFaults,
  CodeField,
  firstCodeFaults,
  SmallField,
  SmallForm,
} from '../inputs/small-form.js';
import { site } from '../site.js';
import { SECOND_FACTOR_TEXTS as TEXTS } from '../texts/sign-in.js';

/** A ref that focuses an element when it appears. */
export function takeFocus(element: HTMLElement | null): void {
  element?.focus();
}

/** The change the user wants. Each needs re-authentication. */
export type Wish = 'setup' | 'codes' | 'off';

const WISHES = { setup: TEXTS.switchOn, codes: TEXTS.newCodes, off: TEXTS.switchOff } as const;

interface ProofFormProps {
  readonly wish: Wish;
  /** Whether a code is needed besides the password. */
  readonly asksCode: boolean;
  readonly onProven: (proof: SecondFactorProof) => Promise<void>;
  readonly onCancel: () => void;
}

/** Re-authentication by password and, if two-step sign-in is on, a code. */
export function ProofForm({ wish, asksCode, onProven, onCancel }: ProofFormProps): ReactNode {
  return (
    <SmallForm
      check={(values) => [
        ...(values['password'] === ''
          ? [{ field: 'password', message: STAFF_MESSAGES.passwordNeeded }]
          : []),
        ...(asksCode ? codeFaults(values) : []),
      ]}
      send={({ password = '', code = '' }) => onProven({ password, ...(asksCode ? { code } : {}) })}
      intro={
        <>
          <Typography variant="h2">
            {wish === 'setup' && asksCode ? TEXTS.changeApp : WISHES[wish]}
          </Typography>
          <Typography>{TEXTS.proveIntro}</Typography>
        </>
      }
      submit={wish === 'setup' ? TEXTS.goOn : WISHES[wish]}
      color={wish === 'off' ? 'error' : 'primary'}
      onCancel={onCancel}
    >
      <SmallField
        label={TEXTS.password}
        name="password"
        type="password"
        autoComplete="current-password"
        autoFocus
      />
      {asksCode ? <CodeField label={TEXTS.currentCode} /> : null}
    </SmallForm>
  );
}

interface KeyStepProps {
  readonly setup: SecondFactorSetup;
  readonly onCode: (code: string) => Promise<void>;
  readonly onCancel: () => void;
}

/** Shows the new key and asks for its first code. */
export function KeyStep({ setup, onCode, onCancel }: KeyStepProps): ReactNode {
  return (
    <SmallForm
      check={firstCodeFaults}
      send={({ code = '' }) => onCode(code)}
      intro={
        <>
          <Typography variant="h2" tabIndex={-1} ref={takeFocus}>
            {TEXTS.scanHeading}
          </Typography>
          <Box
            component="img"
            src={setup.qrCode}
            alt={TEXTS.picture}
            sx={{ width: '15rem', maxWidth: '100%', imageRendering: 'pixelated' }}
          />
          <Typography>{TEXTS.scanExplained}</Typography>
          <Typography component="code" sx={{ fontFamily: 'monospace', overflowWrap: 'anywhere' }}>
            {groupedCode(setup.key).replaceAll('-', ' ')}
          </Typography>
          <Link href={setup.uri}>{TEXTS.openApp}</Link>
          <Typography variant="h2">{TEXTS.confirmHeading}</Typography>
        </>
      }
      submit={TEXTS.confirm}
      onCancel={onCancel}
    >
      <CodeField label={TEXTS.code} isNumeric />
    </SmallForm>
  );
}

interface CodesStepProps {
  readonly codes: readonly string[];
  /** What was just done. */
  readonly notice: string;
  readonly onKept: () => Promise<void>;
}

/** Shows the recovery codes once. */
export function CodesStep({ codes, notice, onKept }: CodesStepProps): ReactNode {
  const [told, setTold] = useState<string | null>(null);
  const text = [`${site.productName}: ${TEXTS.codesHeading}`, '', ...codes, ''].join('\r\n');
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'));
      setTold(TEXTS.copied);
    } catch {
      setTold(TEXTS.copyFailed);
    }
  };
  return (
    <Box sx={{ display: 'grid', gap: 2, maxWidth: '44rem', justifyItems: 'start' }}>
      <Alert severity="success">{notice}</Alert>
      <Typography variant="h2" tabIndex={-1} ref={takeFocus}>
        {TEXTS.codesHeading}
      </Typography>
      <Typography>{TEXTS.codesExplained}</Typography>
      <Box
        component="ol"
        sx={{ columnWidth: '18rem', columnGap: 4, my: 0, pl: 4, fontFamily: 'monospace' }}
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button
          variant="outlined"
          onClick={() => saveFile(new Blob([text], { type: 'text/plain' }), TEXTS.codesFile)}
        >
          {TEXTS.download}
        </Button>
        <Button variant="outlined" onClick={() => void copy()}>
          {TEXTS.copy}
        </Button>
        <Button variant="outlined" onClick={() => window.print()}>
          {TEXTS.print}
        </Button>
      </Box>
      <div role="status">{told}</div>
      <Button variant="contained" onClick={() => void onKept()}>
        {TEXTS.codesKept}
      </Button>
    </Box>
  );
}
