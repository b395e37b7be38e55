import {
  FAMILY_ORIGINS,
  FAMILY_STATE_FILTERS,
  INDICATORS,
  maskZip,
  REFERRAL_SOURCES,
  referralLabel,
  WAITING_STAGES,
} from '@kidlab/contract';

import { childFilters, type FilterField } from '../inputs/filters/filter-fields.js';
import { site } from '../site.js';
import { WAITING_STAGE_NAMES } from '../texts/dashboard.js';
import { YES_NO } from '../texts/portal.js';
import {
  FAMILY_LABELS,
  FAMILY_ORIGIN_TEXTS,
  FAMILY_STATE_TEXTS,
  FILTER_TEXTS,
} from '../texts/record.js';

/** Filters of the families' grid: `FamilyFilter` of the contract. */
export const FAMILY_FILTERS: readonly FilterField[] = [
  { name: 'q', label: FILTER_TEXTS.textOfFamilies, isWide: true },
  {
    name: 'state',
    label: FAMILY_LABELS.state,
    options: FAMILY_STATE_FILTERS.map((value) => ({ value, label: FAMILY_STATE_TEXTS[value] })),
  },
  {
    name: 'okayToContactIndicator',
    label: FAMILY_LABELS.okayToContactIndicator,
    options: INDICATORS.map((value) => ({ value, label: YES_NO[value] })),
  },
  {
    name: 'referredBy',
    label: FAMILY_LABELS.referredBy,
    options: REFERRAL_SOURCES.map((value) => ({
      value,
      label: referralLabel(value, site.employeeReferralLabel),
    })),
    isMore: true,
  },
  {
    name: 'disabledIndicator',
    label: FAMILY_LABELS.disabledIndicator,
    options: INDICATORS.map((value) => ({ value, label: YES_NO[value] })),
    isMore: true,
  },
  {
    name: 'origin',
    label: FILTER_TEXTS.origin,
    options: FAMILY_ORIGINS.map((value) => ({ value, label: FAMILY_ORIGIN_TEXTS[value] })),
    isMore: true,
  },
  {
    name: 'waitingStage',
    label: FILTER_TEXTS.waitingStage,
    options: WAITING_STAGES.map((value) => ({ value, label: WAITING_STAGE_NAMES[value] })),
    isMore: true,
  },
  { name: 'zipCode', label: FAMILY_LABELS.zipCode, mask: maskZip, isMore: true },
  { name: 'city', label: FAMILY_LABELS.city, isMore: true },
  { name: 'signedUpFrom', label: FILTER_TEXTS.signedUpFrom, isDate: true, isMore: true },
  { name: 'signedUpTo', label: FILTER_TEXTS.signedUpTo, isDate: true, isMore: true },
  { name: 'registeredFrom', label: FILTER_TEXTS.registeredFrom, isDate: true, isMore: true },
  { name: 'registeredTo', label: FILTER_TEXTS.registeredTo, isDate: true, isMore: true },
  ...childFilters(true),
];
