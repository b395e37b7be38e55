import type { RecoveryCodes, SecondFactorSetup, SecondFactorStatus } from '@kidlab/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

import { Loaded, Page } from '../layout/page.js';
import { SIGNED_IN_USER } from '../providers/auth-provider.js';
import { portalCalls } from '../providers/portal-calls.js';
import { CodesStep } from './codes-step.js';
import { KeyStep } from './key-step.js';
import { ProofForm } from './proof-form.js';
import { StatusSection, type Wish } from './status-section.js';
import { SECOND_FACTOR_TEXTS } from '../texts/second-factor.js';

const TEXTS = SECOND_FACTOR_TEXTS;

type Stage =
  | { readonly kind: 'status'; readonly notice: string | null }
  | { readonly kind: 'proof'; readonly wish: Wish }
  | { readonly kind: 'key'; readonly setup: SecondFactorSetup }
  | { readonly kind: 'codes'; readonly codes: RecoveryCodes; readonly notice: string };

/** One's own second factor: switched on, moved to another app, new recovery codes, switched off. */
export default function SecondFactorPage(): ReactNode {
  const query = useQuery({
    queryKey: ['second-factor'],
    queryFn: () => portalCalls.secondFactor(),
  });
  return (
    <Page title={TEXTS.heading}>
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
  const toStatus = (notice: string | null): void => setStage({ kind: 'status', notice });
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
              setStage({ kind: 'key', setup: await portalCalls.setUpSecondFactor(proof) });
            } else if (stage.wish === 'codes') {
              const codes = await portalCalls.makeRecoveryCodes(proof);
              setStage({ kind: 'codes', codes, notice: TEXTS.codesReplaced });
            } else {
              await portalCalls.switchSecondFactorOff(proof);
              await onChanged();
              toStatus(TEXTS.nowOff);
            }
          }}
          onCancel={() => toStatus(null)}
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
          onCancel={() => toStatus(null)}
        />
      );
    case 'codes':
      return (
        <CodesStep
          codes={stage.codes.recoveryCodes}
          notice={stage.notice}
          onKept={async () => {
            // A user who had to do this first may go everywhere now.
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
