import { groupedCode, type SecondFactorSetup } from '@kidlab/contract';
import { Box, Link, Typography } from '@mui/material';
import type { ReactNode } from 'react';

import { StepHeading } from './codes-step.js';
import { CodeField, SmallFormBox } from '../inputs/small-form.js';
import { codeFaults, useSmallForm } from '../inputs/use-small-form.js';
import { SECOND_FACTOR_TEXTS } from '../texts/second-factor.js';

const TEXTS = SECOND_FACTOR_TEXTS;

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
          <StepHeading focus>{TEXTS.scanHeading}</StepHeading>
          {/* Dark on light in both schemes: scanners want it so. */}
          <Box
            component="svg"
            role="img"
            aria-label={TEXTS.picture}
            viewBox={`0 0 ${String(size)} ${String(size)}`}
            shapeRendering="crispEdges"
            sx={{ width: '15rem', maxWidth: '100%' }}
          >
            <rect width={size} height={size} fill="#fff" />
            <path d={path} fill="#000" />
          </Box>
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
      <CodeField label={TEXTS.code} form={form} isNumeric />
    </SmallFormBox>
  );
}
