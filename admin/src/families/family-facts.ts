import { referralLabel, type StaffFamily, type StaffFamilyDetails } from '@kidlab/contract';

import type { Fact } from '../layout/facts.js';
import { mailTo } from '../layout/links.js';
import { site } from '../site.js';
import { formatDate, formatDateTime, NOT_AVAILABLE } from '../texts/dates.js';
import { YES_NO } from '../texts/portal.js';
import { REQUEST_TEXTS } from '../texts/privacy.js';
import { FAMILY_LABELS, familyStateText } from '../texts/record.js';

/** The state of a family in words. */
export function familyState({
  state,
  confirmationExpired,
  disabledIndicator,
}: StaffFamily): string {
  return familyStateText(confirmationExpired ? 'expired' : state, disabledIndicator);
}

/** What the card of a family shows below its state: first what the specification names. */
export function familyFacts(family: StaffFamily): Fact[] {
  const { referredBy, okayToContactIndicator, registeredDate, zipCode, city } = family;
  return [
    { label: FAMILY_LABELS.okayToContactIndicator, value: YES_NO[okayToContactIndicator] },
    {
      label: FAMILY_LABELS.referredBy,
      value: referralLabel(referredBy, site.employeeReferralLabel),
    },
    { label: FAMILY_LABELS.memberSince, value: formatDate(registeredDate, site.labTimeZone) },
    {
      label: FAMILY_LABELS.email,
      value: family.email,
      href: mailTo(family.email),
      isWide: true,
    },
    { label: FAMILY_LABELS.city, value: city },
    { label: FAMILY_LABELS.zipCode, value: zipCode },
  ];
}

/** That the family agreed, on its details: when, to which text, and where. Nothing for one that staff have added. */
export function consentFacts({ consent }: StaffFamilyDetails): Fact[] {
  if (consent === null) return [];
  const { acceptedAt, version, origin, network } = consent;
  return [
    { label: REQUEST_TEXTS.agreement, value: formatDateTime(acceptedAt, site.labTimeZone) },
    { label: REQUEST_TEXTS.agreementVersion, value: version },
    { label: REQUEST_TEXTS.agreementOrigin, value: origin ?? NOT_AVAILABLE, isWide: true },
    { label: REQUEST_TEXTS.agreementNetwork, value: network ?? NOT_AVAILABLE },
  ];
}
