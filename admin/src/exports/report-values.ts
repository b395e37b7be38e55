import {
  formatDateTime,
  NOT_AVAILABLE,
  type RegistrationReportRow,
  YES_NO,
} from '@kidlab/contract';

/** What the registration report shows of a row, on the page and in its files. Source: admin portal, section 2. */
export const REPORT_VALUES = {
  id: ({ id }) => id,
  email: ({ email }) => email || NOT_AVAILABLE,
  familyName: ({ familyName }) => familyName || NOT_AVAILABLE,
  firstName: ({ firstName }) => firstName ?? NOT_AVAILABLE,
  registeredDate: ({ registeredDate }, timeZone) => formatDateTime(registeredDate, timeZone),
  firstEmailSentDate: ({ firstEmailSentDate }) => yesOrNo(firstEmailSentDate !== null),
  userConfirmed: ({ registeredDate }) => yesOrNo(registeredDate !== null),
  secondEmailSentDate: ({ secondEmailSentDate }, timeZone) =>
    formatDateTime(secondEmailSentDate, timeZone),
  okayToContactIndicator: ({ okayToContactIndicator }) => YES_NO[okayToContactIndicator],
} as const satisfies Readonly<
  Record<string, (row: RegistrationReportRow, timeZone: string) => string | number>
>;

function yesOrNo(is: boolean): string {
  return is ? YES_NO.Y : YES_NO.N;
}
