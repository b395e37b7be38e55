import { recoveryCodesLeft, type SecondFactorStatus } from '@kidlab/contract';
import { Alert, Box, Button, Typography } from '@mui/material';
import { type ReactNode, useEffect, useRef } from 'react';

import { site } from '../site.js';
import { formatDateTime } from '../texts/dates.js';
import { SECOND_FACTOR_TEXTS } from '../texts/second-factor.js';

const TEXTS = SECOND_FACTOR_TEXTS;
/** So few recovery codes are left that it is time for new ones. */
const FEW = 3;

/** What the person wants; each is proven first. */
export type Wish = 'setup' | 'codes' | 'off';

interface StatusSectionProps {
  readonly status: SecondFactorStatus;
  /** What has just been done. */
  readonly notice: string | null;
  readonly onWish: (wish: Wish) => void;
}

/** Whether it is on, and what may be done about it. */
export function StatusSection({ status, notice, onWish }: StatusSectionProps): ReactNode {
  const told = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (notice !== null) told.current?.focus();
  }, [notice]);
  return (
    <Box sx={{ display: 'grid', gap: 2, maxWidth: '44rem', justifyItems: 'start' }}>
      {notice === null ? null : (
        <Alert severity="success" tabIndex={-1} ref={told}>
          {notice}
        </Alert>
      )}
      {status.isRequired && !status.isOn ? (
        <Alert severity="warning">{TEXTS.mustEnrol}</Alert>
      ) : null}
      <Typography sx={{ fontWeight: 700 }}>
        {status.isOn ? TEXTS.isOn : TEXTS.isOff}{' '}
        {status.confirmedAt === null
          ? null
          : `(${formatDateTime(status.confirmedAt, site.labTimeZone)})`}
      </Typography>
      <Typography>{TEXTS.explained}</Typography>
      {status.policy === 'off' ? (
        <Alert severity="info">{TEXTS.switchedOffHere}</Alert>
      ) : (
        <Choices status={status} onWish={onWish} />
      )}
    </Box>
  );
}

function Choices({ status, onWish }: Omit<StatusSectionProps, 'notice'>): ReactNode {
  const button = (wish: Wish, label: string, variant: 'contained' | 'outlined'): ReactNode => (
    <Button variant={variant} onClick={() => onWish(wish)}>
      {label}
    </Button>
  );
  if (!status.isOn) return button('setup', TEXTS.switchOn, 'contained');
  const left = recoveryCodesLeft(status.recoveryCodesLeft);
  return (
    <>
      {status.recoveryCodesLeft <= FEW ? (
        <Alert severity="warning">{left}</Alert>
      ) : (
        <Typography>{left}</Typography>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {button('setup', TEXTS.changeApp, 'outlined')}
        {button('codes', TEXTS.newCodes, 'outlined')}
        {status.isRequired ? null : button('off', TEXTS.switchOff, 'outlined')}
      </Box>
      {status.isRequired ? <Typography variant="body2">{TEXTS.canNotSwitchOff}</Typography> : null}
    </>
  );
}
