import {
  type RecoveryCodes,
  type SecondFactorSetup,
  type SecondFactorStatus,
} from '@kidlab/contract';
import { Alert, Box, Button, Typography } from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

import { CodesStep, KeyStep, ProofForm, takeFocus, type Wish } from './steps.js';
import { focusHeading, Loaded, Page } from '../layout/page.js';
import { SIGNED_IN_USER } from '../providers/auth-provider.js';
import { portalCalls } from '../providers/portal-calls.js';
import { timeText } from '../texts/dates.js';
import { recoveryCodesLeft, SECOND_FACTOR_TEXTS as TEXTS } from '../texts/sign-in.js';

/** With this many recovery codes left, or fewer, a warning is shown. */
const FEW = 3;

type Stage =
  | { readonly kind: 'status'; readonly notice: string | null }
  | { readonly kind: 'proof'; readonly wish: Wish }
  | { readonly kind: 'key'; readonly setup: SecondFactorSetup }
  | { readonly kind: 'codes'; readonly codes: RecoveryCodes; readonly notice: string };

/** Manages the user's own second factor. */
export default function SecondFactorPage(): ReactNode {
  const query = useQuery({ queryKey: ['second-factor'], queryFn: portalCalls.secondFactor });
  return (
    <Page title={TEXTS.menu}>
      <Loaded query={query}>
        {(status) => <Stages status={status} onChanged={query.refetch} />}
      </Loaded>
    </Page>
  );
}

interface StagesProps {
  readonly status: SecondFactorStatus;
  readonly onChanged: () => Promise<unknown>;
}

function Stages({ status, onChanged }: StagesProps): ReactNode {
  const queryClient = useQueryClient();
  const [stage, setStage] = useState<Stage>({ kind: 'status', notice: null });
  const toStatus = (notice: string | null): void => {
    // The pressed button is removed. A notice takes the focus itself.
    if (notice === null) focusHeading();
    setStage({ kind: 'status', notice });
  };
  const cancel = (): void => {
    // The response to a change may have been lost.
    void onChanged();
    toStatus(null);
  };
  switch (stage.kind) {
    case 'status':
      return (
        <StatusSection
          status={status}
          notice={stage.notice}
          onWish={(wish) => setStage({ kind: 'proof', wish })}
        />
      );
    case 'proof':
      return (
        <ProofForm
          wish={stage.wish}
          asksCode={status.isOn}
          onProven={async (proof) => {
            if (stage.wish === 'setup') {
              const setup = await portalCalls.setUpSecondFactor(proof).catch((error: unknown) => {
                // It may have been turned on in another tab: then a code is needed as well.
                if (!status.isOn) void onChanged();
                throw error;
              });
              setStage({ kind: 'key', setup });
            } else if (stage.wish === 'codes') {
              const codes = await portalCalls.makeRecoveryCodes(proof);
              setStage({ kind: 'codes', codes, notice: TEXTS.codesReplaced });
            } else {
              await portalCalls.switchSecondFactorOff(proof);
              await onChanged();
              toStatus(TEXTS.nowOff);
            }
          }}
          onCancel={cancel}
        />
      );
    case 'key':
      return (
        <KeyStep
          setup={stage.setup}
          onCode={async (code) => {
            const codes = await portalCalls.confirmSecondFactor(code);
            setStage({ kind: 'codes', codes, notice: TEXTS.nowOn });
          }}
          onCancel={cancel}
        />
      );
    case 'codes':
      return (
        <CodesStep
          codes={stage.codes.recoveryCodes}
          notice={stage.notice}
          onKept={async () => {
            // If it was required, all pages are allowed from now on.
            await Promise.allSettled([
              queryClient.refetchQueries({ queryKey: SIGNED_IN_USER.queryKey }),
              onChanged(),
            ]);
            toStatus(null);
          }}
        />
      );
  }
}

interface StatusSectionProps {
  readonly status: SecondFactorStatus;
  /** What was just done. */
  readonly notice: string | null;
  readonly onWish: (wish: Wish) => void;
}

function StatusSection({ status, notice, onWish }: StatusSectionProps): ReactNode {
  const left = recoveryCodesLeft(status.recoveryCodesLeft);
  const button = (wish: Wish, label: string, variant: 'contained' | 'outlined'): ReactNode => (
    <Button variant={variant} onClick={() => onWish(wish)}>
      {label}
    </Button>
  );
  return (
    <Box sx={{ display: 'grid', gap: 2, maxWidth: '44rem', justifyItems: 'start' }}>
      {notice === null ? null : (
        <Alert severity="success" tabIndex={-1} ref={takeFocus}>
          {notice}
        </Alert>
      )}
      {status.isRequired && !status.isOn ? (
        <Alert severity="warning">{TEXTS.mustEnrol}</Alert>
      ) : null}
      <Typography sx={{ fontWeight: 700 }}>
        {status.isOn ? TEXTS.isOn : TEXTS.isOff}{' '}
        {status.confirmedAt === null ? null : `(${timeText(status.confirmedAt)})`}
      </Typography>
      <Typography>{TEXTS.explained}</Typography>
      {status.policy === 'off' ? (
        <Alert severity="info">{TEXTS.switchedOffHere}</Alert>
      ) : status.isOn ? (
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
          {status.isRequired ? (
            <Typography variant="body2">{TEXTS.canNotSwitchOff}</Typography>
          ) : null}
        </>
      ) : (
        button('setup', TEXTS.switchOn, 'contained')
      )}
    </Box>
  );
}
