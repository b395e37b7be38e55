import { type ChildrenFigure, GENDERS, referralLabel } from '@kidlab/contract';
import type { ReactNode } from 'react';

import { FigureCard, type FigureLine } from './figure-card.js';
import { families, invitableChildren, invitableOfAge } from '../layout/links.js';
import { site } from '../site.js';
import {
  FIGURE_TEXTS,
  shareText,
  WAITING_STAGE_NAMES,
  waitingClassNames,
  waitText,
} from '../texts/dashboard.js';

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

/** Can we fill a session? */
export function ChildrenFigureCard(): ReactNode {
  const { age } = FIGURE_TEXTS.children;
  return (
    <FigureCard name="children" columns={[age, ...GENDERS, FIGURE_TEXTS.total]} linesOf={byAge} />
  );
}

export function HandsFigureCard(): ReactNode {
  const texts = FIGURE_TEXTS.hands;
  return (
    <FigureCard
      name="hands"
      columns={[texts.hand, texts.children]}
      linesOf={(rows) =>
        rows.map(({ hand, children }) => ({
          label: hand,
          parts: [{ name: texts.children, value: children }],
          to: invitableChildren({ whichHandId: hand }),
          cells: [hand, children],
        }))
      }
    />
  );
}

export function LanguagesFigureCard(): ReactNode {
  const texts = FIGURE_TEXTS.languages;
  return (
    <FigureCard
      name="languages"
      mostBars={8}
      columns={[texts.language, texts.atHome, texts.additional]}
      linesOf={(rows) =>
        rows.map(({ language, atHome, additional }) => ({
          label: language,
          parts: [{ name: texts.atHome, value: atHome }],
          to: invitableChildren({ languageSpokenAtHome: language }),
          cells: [language, atHome, additional],
        }))
      }
    />
  );
}

/** Who is stuck before confirmation? */
export function WaitingFigureCard(): ReactNode {
  const texts = FIGURE_TEXTS.waiting;
  const classes = waitingClassNames();
  return (
    <FigureCard
      name="waiting"
      isTableLinked={false}
      columns={[texts.stage, texts.median, texts.longest, ...classes, FIGURE_TEXTS.total]}
      linesOf={(rows) =>
        rows.map((row) => ({
          label: WAITING_STAGE_NAMES[row.stage],
          parts: [{ name: texts.families, value: row.families }],
          to: families({ waitingStage: row.stage }),
          cells: [
            WAITING_STAGE_NAMES[row.stage],
            waitText(row.medianHours),
            waitText(row.longestHours),
            ...classes.map((_, index) => row.byWaiting[index] ?? 0),
            row.families,
          ],
        }))
      }
    />
  );
}

/** Which advertisements work? The most families first. */
export function ReferralsFigureCard(): ReactNode {
  const texts = FIGURE_TEXTS.referrals;
  return (
    <FigureCard
      name="referrals"
      columns={[texts.source, texts.families, texts.confirmed, texts.rate]}
      linesOf={(rows) =>
        rows
          .toSorted((a, b) => b.families - a.families)
          .map(({ source, families: count, confirmed, confirmationRate }) => {
            const label = referralLabel(source, site.employeeReferralLabel);
            return {
              label,
              parts: [
                { name: texts.confirmed, value: confirmed },
                { name: FIGURE_TEXTS.notConfirmed, value: count - confirmed },
              ],
              to: families({ referredBy: source }),
              cells: [label, count, confirmed, shareText(confirmationRate)],
            };
          })
      }
    />
  );
}
