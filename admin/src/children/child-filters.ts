import { CHILD_LABELS, HANDS, INDICATORS, LANGUAGES, SEARCH_STATES } from '@kidlab/contract';

import { plainOptions } from '../inputs/choices.js';
import { childFilters, type FilterField } from '../inputs/filters/filter-fields.js';
import { YES_NO } from '../texts/portal.js';
import { FAMILY_LABELS, FAMILY_STATE_TEXTS, FILTER_TEXTS } from '../texts/record.js';

const YES_OR_NO = INDICATORS.map((value) => ({ value, label: YES_NO[value] }));

/** Filters of the children's grid: `ChildFilter` of the contract. The dashboard leads here with some of them chosen. */
export const CHILD_FILTERS: readonly FilterField[] = [
  { name: 'q', label: FILTER_TEXTS.textOfChildren },
  ...childFilters(false),
  {
    name: 'state',
    label: FAMILY_LABELS.state,
    options: SEARCH_STATES.map((value) => ({ value, label: FAMILY_STATE_TEXTS[value] })),
    isMore: true,
  },
  {
    name: 'okayToContactIndicator',
    label: FAMILY_LABELS.okayToContactIndicator,
    options: YES_OR_NO,
    isMore: true,
  },
  {
    name: 'disabledIndicator',
    label: FAMILY_LABELS.disabledIndicator,
    options: YES_OR_NO,
    isMore: true,
  },
  {
    name: 'whichHandId',
    label: CHILD_LABELS.whichHandId,
    options: plainOptions(HANDS),
    isMore: true,
  },
  {
    name: 'languageSpokenAtHome',
    label: CHILD_LABELS.languageSpokenAtHome,
    options: plainOptions(LANGUAGES),
    isMore: true,
  },
  {
    name: 'additionalLanguage',
    label: FILTER_TEXTS.additionalLanguage,
    options: plainOptions(LANGUAGES),
    isMore: true,
  },
];
