import { recoveryCodesLeft, type SecondFactorStatus } from '@kidlab/contract';
import { Alert, Box, Button, Typography } from '@mui/material';
import { type ReactNode, useEffect, useRef } from 'react';

import { site } from '../site.js';
import { formatDateTime } from '../texts/dates.js';

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
        <Alert severity="warning">
          User administrators need two-step sign-in here. Please switch it on to go on.
        </Alert>
      ) : null}
      <Typography sx={{ fontWeight: 700 }}>
        {status.isOn ? 'Two-step sign-in is on.' : 'Two-step sign-in is off.'}{' '}
        {status.confirmedAt === null
          ? null
          : `(${formatDateTime(status.confirmedAt, site.labTimeZone)})`}
      </Typography>
      <Typography>
        With two-step sign-in you enter your password and then a code that an app on your phone
        shows. Someone who only has your password can’t sign in.
      </Typography>
      {status.policy === 'off' ? (
        <Alert severity="info">Two-step sign-in is switched off on this server.</Alert>
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
  if (!status.isOn) return button('setup', 'Switch on', 'contained');
  const left = recoveryCodesLeft(status.recoveryCodesLeft);
  return (
    <>
      {status.recoveryCodesLeft <= FEW ? (
        <Alert severity="warning">{left}</Alert>
      ) : (
        <Typography>{left}</Typography>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {button('setup', 'Use another app or phone', 'outlined')}
        {button('codes', 'Make new recovery codes', 'outlined')}
        {status.isRequired ? null : button('off', 'Switch off', 'outlined')}
      </Box>
      {status.isRequired ? (
        <Typography variant="body2">User administrators cannot switch it off here.</Typography>
      ) : null}
    </>
  );
}
