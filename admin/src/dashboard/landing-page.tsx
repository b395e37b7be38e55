import { type ChildrenFigure, GENDERS, referralLabel } from '@kidlab/contract';
import { Box } from '@mui/material';
import type { ReactNode } from 'react';

import { families, invitableChildren, invitableOfAge } from '../layout/links.js';
import { Page } from '../layout/page.js';
import { site } from '../site.js';
import { FigureCard, type FigureLine } from './figure-card.js';
import { KeyFigures } from './key-figures.js';
import { RegistrationsFigureCard } from './registrations-figure.js';
import {
  NOT_CONFIRMED,
  shareText,
  WAITING_STAGE_NAMES,
  waitingClassNames,
  waitText,
} from '../texts/dashboard.js';

/** A card stays in one column. */
const UNBROKEN = { breakInside: 'avoid', mb: 2 };

/** The call's rows, one an age and gender, as one an age. */
function byAge(rows: readonly ChildrenFigure[]): FigureLine[] {
  const ages = [...new Set(rows.map(({ ageYears }) => ageYears))].sort((a, b) => a - b);
  return ages.map((age) => {
    const ofAge = rows.filter(({ ageYears }) => ageYears === age);
    const parts = GENDERS.map((name) => ({
      name,
      value: ofAge.find(({ gender }) => gender === name)?.children ?? 0,
    }));
    const total = ofAge.reduce((sum, { children }) => sum + children, 0);
    return {
      label: age === 1 ? '1 year' : `${String(age)} years`,
      parts,
      to: invitableOfAge(age),
      cells: [age, ...parts.map(({ value }) => value), total],
    };
  });
}

/** The dashboard: four numbers, then charts. Each loads by itself, and leads to the list of what it counts. */
export default function LandingPage(): ReactNode {
  const waits = waitingClassNames();
  return (
    <Page title="Dashboard">
      <KeyFigures />
      <Box sx={{ columnCount: { xs: 1, md: 2, lg: 3 }, columnGap: 2, '& > *': UNBROKEN }}>
        <FigureCard
          name="children"
          heading="Children we can invite"
          explained="Children of confirmed families that may be contacted, by age in years."
          columns={['Age', ...GENDERS, 'Total']}
          linesOf={byAge}
        />
        <FigureCard
          name="hands"
          heading="Hands"
          explained="Of children we can invite."
          columns={['Preference', 'Children']}
          linesOf={(rows) =>
            rows.map(({ hand, children }) => ({
              label: hand,
              parts: [{ name: 'Children', value: children }],
              to: invitableChildren({ whichHandId: hand }),
              cells: [hand, children],
            }))
          }
        />
        <FigureCard
          name="waiting"
          heading="Stuck before confirmation"
          explained="Families that have not confirmed yet, by where they stand."
          isTableLinked={false}
          columns={['Stage', 'Median wait', 'Longest wait', ...waits, 'Total']}
          linesOf={(rows) =>
            rows.map((row) => ({
              label: WAITING_STAGE_NAMES[row.stage],
              parts: [{ name: 'Families', value: row.families }],
              to: families({ waitingStage: row.stage }),
              cells: [
                WAITING_STAGE_NAMES[row.stage],
                waitText(row.medianHours),
                waitText(row.longestHours),
                ...waits.map((_, index) => row.byWaiting[index] ?? 0),
                row.families,
              ],
            }))
          }
        />
        <RegistrationsFigureCard />
        <FigureCard
          name="languages"
          heading="Languages"
          explained="Of children we can invite: spoken at home, and as an additional language."
          mostBars={8}
          columns={['Language', 'At home', 'Additional']}
          linesOf={(rows) =>
            rows.map(({ language, atHome, additional }) => ({
              label: language,
              parts: [{ name: 'At home', value: atHome }],
              to: invitableChildren({ languageSpokenAtHome: language }),
              cells: [language, atHome, additional],
            }))
          }
        />
        <FigureCard
          name="referrals"
          heading="How families hear about us"
          explained="Families by referral source, and how many of them have confirmed."
          columns={['Source', 'Families', 'Confirmed', 'Confirmation rate']}
          linesOf={(rows) =>
            rows
              .toSorted((a, b) => b.families - a.families)
              .map(({ source, families: count, confirmed, confirmationRate }) => {
                const label = referralLabel(source, site.employeeReferralLabel);
                return {
                  label,
                  parts: [
                    { name: 'Confirmed', value: confirmed },
                    { name: NOT_CONFIRMED, value: count - confirmed },
                  ],
                  to: families({ referredBy: source }),
                  cells: [label, count, confirmed, shareText(confirmationRate)],
                };
              })
          }
        />
      </Box>
    </Page>
  );
}
