import { groupedCode, type SecondFactorSetup } from '@kidlab/contract';
import { Box, Link, Typography } from '@mui/material';
import type { ReactNode } from 'react';

import { StepHeading } from './codes-step.js';
import { CodeField, SmallFormBox } from '../inputs/small-form.js';
import { codeFaults, useSmallForm } from '../inputs/use-small-form.js';

interface KeyStepProps {
  readonly setup: SecondFactorSetup;
  readonly onCode: (code: string) => Promise<void>;
  readonly onCancel: () => void;
}

/** The new key, as a picture and as text, and its first code. */
export function KeyStep({ setup, onCode, onCancel }: KeyStepProps): ReactNode {
  const form = useSmallForm(codeFaults, ({ code = '' }) => onCode(code));
  const { size, path } = setup.qrCode;
  return (
    <SmallFormBox
      form={form}
      intro={
        <>
          <StepHeading focus>Scan this picture with your authenticator app</StepHeading>
          {/* Dark on light in both schemes: scanners want it so. */}
          <Box
            component="svg"
            role="img"
            aria-label="QR code with the key"
            viewBox={`0 0 ${String(size)} ${String(size)}`}
            shapeRendering="crispEdges"
            sx={{ width: '15rem', maxWidth: '100%' }}
          >
            <rect width={size} height={size} fill="#fff" />
            <path d={path} fill="#000" />
          </Box>
          <Typography>Or enter this key in the app, as a time-based one:</Typography>
          <Typography component="code" sx={{ fontFamily: 'monospace', overflowWrap: 'anywhere' }}>
            {groupedCode(setup.key).replaceAll('-', ' ')}
          </Typography>
          <Link href={setup.uri}>Open the app on this device</Link>
          <Typography variant="h2">Enter the code that the app shows now</Typography>
        </>
      }
      submit="Confirm"
      onCancel={onCancel}
    >
      <CodeField label="Code" form={form} isNumeric />
    </SmallFormBox>
  );
}
