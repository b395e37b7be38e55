import { EMPLOYEE_REFERRAL, type ReferralsFigure } from '@kidlab/contract';
import type { ReactNode } from 'react';

import { PlainTable } from '../layout/plain-table.js';
import { portalCalls } from '../providers/portal-calls.js';
import { site } from '../site.js';
import { Bars } from './bars.js';
import { FigureCard } from './figure-card.js';
import { families } from '../layout/links.js';
import { FIGURE_TEXTS, shareText } from '../texts/dashboard.js';

const TEXTS = FIGURE_TEXTS.referrals;

const nameOf = ({ source }: ReferralsFigure): string =>
  source === EMPLOYEE_REFERRAL ? site.employeeReferralLabel : source;

/** The most families first. */
const ranked = (rows: readonly ReferralsFigure[]): ReferralsFigure[] =>
  rows.toSorted((a, b) => b.families - a.families);

/** Which advertisements work? */
export function ReferralsFigureCard(): ReactNode {
  return (
    <FigureCard
      name="referrals"
      heading={TEXTS.heading}
      explained={TEXTS.explained}
      read={portalCalls.referralsFigure}
      isEmpty={(rows) => rows.every(({ families: count }) => count === 0)}
      picture={(rows) => (
        <Bars
          bars={ranked(rows).map((row) => ({
            label: nameOf(row),
            parts: [
              { name: TEXTS.confirmed, value: row.confirmed },
              { name: FIGURE_TEXTS.notConfirmed, value: row.families - row.confirmed },
            ],
            text: String(row.families),
            to: families({ referredBy: row.source }),
          }))}
        />
      )}
      table={(rows) => (
        <PlainTable
          isNumeric
          label={TEXTS.heading}
          columns={[TEXTS.source, TEXTS.families, TEXTS.confirmed, TEXTS.rate]}
          rows={ranked(rows).map((row) => ({
            key: row.source,
            to: families({ referredBy: row.source }),
            cells: [nameOf(row), row.families, row.confirmed, shareText(row.confirmationRate)],
          }))}
        />
      )}
    />
  );
}
