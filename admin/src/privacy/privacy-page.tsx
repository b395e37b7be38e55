import type { RetentionPreview } from '@kidlab/contract';
import { Box, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { Loaded, Page, Section } from '../layout/page.js';
import { familyDetailsPath } from '../layout/links.js';
import { portalCalls } from '../providers/portal-calls.js';
import { PlainTable } from '../layout/plain-table.js';
import { countOf, momentText, timeText } from '../texts/dates.js';
import { keptText, PRIVACY_TEXTS, RETENTION_KIND_NAMES } from '../texts/privacy.js';
import { UserAdminsOnly } from '../layout/signed-in-user.js';
import { RequestSection } from './request-section.js';
import { ReceiptsSection } from './receipts-section.js';

function RetentionSection(): ReactNode {
  const preview = useQuery({
    queryKey: ['privacy', 'retention'],
    queryFn: ({ signal }) => portalCalls.retentionPreview(signal),
  });
  return (
    <Section heading={PRIVACY_TEXTS.retentionHeading}>
      <Typography>{PRIVACY_TEXTS.retentionExplained}</Typography>
      <Loaded query={preview}>{(data) => <Forecast {...data} />}</Loaded>
    </Section>
  );
}

function Forecast({ nextRunAt, kinds, families }: RetentionPreview): ReactNode {
  return (
    <>
      <Typography>
        {PRIVACY_TEXTS.retentionRunsAt} <strong>{momentText(nextRunAt)}</strong>
      </Typography>
      <PlainTable
        label={PRIVACY_TEXTS.retentionHeading}
        columns={PRIVACY_TEXTS.retentionColumns}
        rows={kinds.map(({ kind, keptDays, count, oldest }) => ({
          key: kind,
          cells: [
            RETENTION_KIND_NAMES[kind],
            keptText(keptDays),
            count === 0 ? PRIVACY_TEXTS.retentionNothing : countOf(count),
            timeText(oldest),
          ],
        }))}
      />
      <Typography variant="h3">{PRIVACY_TEXTS.retentionFamilies}</Typography>
      {families.length === 0 ? (
        <Typography>{PRIVACY_TEXTS.retentionFamiliesNone}</Typography>
      ) : (
        <PlainTable
          label={PRIVACY_TEXTS.retentionFamilies}
          columns={PRIVACY_TEXTS.retentionFamilyColumns}
          rows={families.map(({ guid, acceptedAt }) => ({
            key: guid,
            to: familyDetailsPath(guid),
            cells: [guid, timeText(acceptedAt)],
          }))}
        />
      )}
    </>
  );
}

/** Access and erasure requests, and the retention forecast. For user administrators only. */
export default function PrivacyPage(): ReactNode {
  return (
    <UserAdminsOnly>
      <Page title={PRIVACY_TEXTS.heading}>
        <Box sx={{ display: 'grid', gap: 3, minWidth: 0 }}>
          <RequestSection />
          <ReceiptsSection />
          <RetentionSection />
        </Box>
      </Page>
    </UserAdminsOnly>
  );
}
