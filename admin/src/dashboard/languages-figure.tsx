import type { ReactNode } from 'react';

import { PlainTable } from '../layout/plain-table.js';
import { portalCalls } from '../providers/portal-calls.js';
import { Bars } from './bars.js';
import { FigureCard } from './figure-card.js';
import { invitableChildren } from '../layout/links.js';
import { FIGURE_TEXTS } from '../texts/dashboard.js';

const TEXTS = FIGURE_TEXTS.languages;
/** Bars of the picture; the table has all of them. */
const SHOWN = 8;

export function LanguagesFigureCard(): ReactNode {
  return (
    <FigureCard
      name="languages"
      heading={TEXTS.heading}
      explained={TEXTS.explained}
      read={portalCalls.languagesFigure}
      isEmpty={(rows) => rows.length === 0}
      picture={(rows) => (
        <Bars
          bars={rows.slice(0, SHOWN).map(({ language, atHome }) => ({
            label: language,
            parts: [{ name: TEXTS.atHome, value: atHome }],
            to: invitableChildren({ languageSpokenAtHome: language }),
          }))}
        />
      )}
      table={(rows) => (
        <PlainTable
          isNumeric
          label={TEXTS.heading}
          columns={[TEXTS.language, TEXTS.atHome, TEXTS.additional]}
          rows={rows.map(({ language, atHome, additional }) => ({
            key: language,
            to: invitableChildren({ languageSpokenAtHome: language }),
            cells: [language, atHome, additional],
          }))}
        />
      )}
    />
  );
}
