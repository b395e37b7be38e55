import { Alert, Box, Button, Typography } from '@mui/material';
import { type ReactNode, useEffect, useRef, useState } from 'react';

import { saveFile } from '../exports/save-file.js';
import { site } from '../site.js';
import { SECOND_FACTOR_TEXTS } from '../texts/second-factor.js';

const TEXTS = SECOND_FACTOR_TEXTS;

interface CodesStepProps {
  readonly codes: readonly string[];
  /** What has just been done. */
  readonly notice: string;
  readonly onKept: () => Promise<void>;
}

/** The recovery codes, this one time. */
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
      <StepHeading focus>{TEXTS.codesHeading}</StepHeading>
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

interface StepHeadingProps {
  readonly children: ReactNode;
  /** Takes the focus when the step appears; not where its first field does. */
  readonly focus?: boolean;
}

/** The heading of a step of the page. */
export function StepHeading({ children, focus = false }: StepHeadingProps): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (focus) heading.current?.focus();
  }, [focus]);
  return (
    <Typography variant="h2" tabIndex={-1} ref={heading}>
      {children}
    </Typography>
  );
}
