import {
  AGE_MATCHES,
  AGE_UNITS,
  type AgeMatch,
  type AgeUnit,
  type FamilyDetailRow,
  type FamilySummaryRow,
  type Gender,
  GENDERS,
  type Hand,
  HANDS,
  type Indicator,
  INDICATORS,
  type Language,
  LANGUAGES,
  REFERRAL_SOURCES,
  REPORT_COLUMNS,
  type ReferralSource,
  type RegistrationReportRow,
  type ReportQuery,
  SEARCH_GENDERS,
  SEARCH_STATES,
  SERVICE_AREAS,
  type SearchCount,
  type SearchGender,
  type SearchQuery,
  type SearchState,
  type ServiceArea,
} from '@kidlab/contract';
import { ApiProperty, IntersectionType } from '@nestjs/swagger';

import { ApiMoment, ApiNullableText, EXAMPLE } from '../common/api.js';
import { sentOf } from '../common/field.js';
import { Choice, Day, MaxAge, MinAge, PartOfText } from '../common/filter-fields.js';
import { plusForSpace } from '../common/query-address.js';
import { ListQuery } from '../common/simple-rest.js';

const STATE = 'Both, where it is left out.';
const FAMILY_NAME = { description: 'Part of the family’s name, any case.', example: 'okafor' };

export class SearchQueryDto implements SearchQuery {
  @Choice(SEARCH_GENDERS, '`All`: any.') readonly gender?: SearchGender;
  @Choice(AGE_UNITS, 'Unit of both ages.') readonly ageUOM?: AgeUnit;
  @MinAge() readonly minAge?: number;
  @MaxAge() readonly maxAge?: number;

  @PartOfText(
    { description: 'Part of the family’s or any guardian’s address.', example: 'okafor' },
    plusForSpace,
  )
  readonly emailAddress?: string;

  @PartOfText(FAMILY_NAME) readonly familyName?: string;

  @PartOfText({
    description:
      'Words of the family’s, guardians’ and children’s names and addresses, or part of a telephone number.',
    example: 'amara okafor',
  })
  readonly q?: string;

  @Choice(SEARCH_STATES, STATE) readonly state?: SearchState;

  @Day('On which the children have those ages; without it, this month counts.')
  readonly ageOn?: string;

  @Choice(AGE_MATCHES, 'On that day; `certain` when left out.') readonly ageMatch?: AgeMatch;
  @Choice(SERVICE_AREAS) readonly area?: ServiceArea;
  @Choice(['Y'], '`Y`: children who may be invited now.') readonly contactable?: 'Y';
}

/** Query of the report; the name goes by any of its names. */
export class ReportQueryDto implements ReportQuery {
  @PartOfText(FAMILY_NAME) readonly familyName?: string;
  @PartOfText({ description: 'The same.', example: '' }) readonly name?: string;
  @PartOfText({ description: 'The same.', example: '' }) readonly lastName?: string;
  @Choice(SEARCH_STATES, STATE) readonly state?: SearchState;
}

/** What the summary is sorted by. */
export const SUMMARY_SORTS = [
  'id',
  'guid',
  'familyName',
  'email',
  'state',
  'registeredDate',
  'allGuardians',
  'allChildren',
] as const;

export class SummaryListDto extends IntersectionType(SearchQueryDto, ListQuery(SUMMARY_SORTS)) {}

/** What its detail rows are sorted by; `id` is the family’s. */
export const DETAIL_SORTS = [
  'id',
  'guid',
  'familyName',
  'email',
  'primaryPhone',
  'guardianFirstName',
  'guardianLastName',
  'childFirstName',
  'childAge',
  'childGender',
  'whichHandId',
  'languageSpokenAtHome',
  'zipCode',
  'city',
  'referredBy',
] as const;

export class DetailListDto extends IntersectionType(SearchQueryDto, ListQuery(DETAIL_SORTS)) {}
/** Unless asked otherwise: the latest registration first, unconfirmed families last. */
export class ReportListDto extends IntersectionType(
  ReportQueryDto,
  ListQuery(REPORT_COLUMNS, { column: 'registeredDate', direction: 'DESC' }),
) {}

/** What an export asked for, for the audit trail: which names or addresses were looked for is not kept. */
export function askedOf({
  familyName,
  name,
  lastName,
  emailAddress,
  q,
  gender,
  ageUOM,
  minAge,
  maxAge,
  state,
  ageOn,
  ageMatch,
  area,
  contactable,
}: Partial<SearchQueryDto & ReportQueryDto>): object {
  const terms = sentOf({ familyName: familyName ?? name ?? lastName, emailAddress, q });
  const choices = sentOf({ gender, ageUOM, minAge, maxAge, ageOn, ageMatch, area, contactable });
  return { ...choices, state: state ?? null, filteredBy: Object.keys(terms) };
}

export class FamilySummaryDto implements FamilySummaryRow {
  @ApiProperty({ example: 17 }) readonly id: number;
  @ApiProperty({ example: EXAMPLE.guid }) readonly guid: string;
  @ApiProperty({ example: 'Okafor' }) readonly familyName: string;
  @ApiProperty({ example: EXAMPLE.email }) readonly email: string;
  @ApiProperty({ enum: SEARCH_STATES }) readonly state: SearchState;

  @ApiProperty({ enum: INDICATORS, description: '`Y`: kept, but never mailed nor invited.' })
  readonly disabledIndicator: Indicator;

  @ApiMoment({ nullable: true }) readonly registeredDate: string | null;

  @ApiNullableText('Amara Okafor') readonly allGuardians: string | null;
  @ApiNullableText('Chidi') readonly allChildren: string | null;

  @ApiProperty({ type: [Boolean], nullable: true, example: [true], description: 'In their order.' })
  readonly childMatches: boolean[] | null;
}

export class FamilyDetailDto implements FamilyDetailRow {
  @ApiProperty({ example: EXAMPLE.guid }) readonly guid: string;
  @ApiProperty({ example: 'Okafor' }) readonly familyName: string;
  @ApiProperty({ example: EXAMPLE.email }) readonly email: string;

  @ApiNullableText('(510) 555-0101') readonly primaryPhone: string | null;
  @ApiNullableText('Amara') readonly guardianFirstName: string | null;
  @ApiNullableText('Okafor') readonly guardianLastName: string | null;
  @ApiNullableText('Chidi') readonly childFirstName: string | null;

  @ApiProperty({ type: Number, nullable: true, example: 4, description: 'In the unit asked for.' })
  readonly childAge: number | null;

  @ApiProperty({ enum: GENDERS, nullable: true }) readonly childGender: Gender | null;
  @ApiProperty({ enum: HANDS, nullable: true }) readonly whichHandId: Hand | null;
  @ApiProperty({ enum: LANGUAGES, nullable: true }) readonly languageSpokenAtHome: Language | null;
  @ApiProperty({ example: '94608' }) readonly zipCode: string;
  @ApiProperty({ example: 'Emeryville' }) readonly city: string;
  @ApiProperty({ enum: REFERRAL_SOURCES }) readonly referredBy: ReferralSource;
}

export class RegistrationReportDto implements RegistrationReportRow {
  @ApiProperty({ example: 17 }) readonly id: number;
  @ApiProperty({ example: EXAMPLE.guid }) readonly guid: string;
  @ApiProperty({ example: EXAMPLE.email }) readonly email: string;
  @ApiProperty({ example: 'Okafor' }) readonly familyName: string;

  @ApiNullableText('Amara') readonly firstName: string | null;

  @ApiMoment({ nullable: true }) readonly registeredDate: string | null;
  @ApiMoment({ nullable: true }) readonly firstEmailSentDate: string | null;
  @ApiMoment({ nullable: true }) readonly secondEmailSentDate: string | null;
  @ApiProperty({ enum: INDICATORS }) readonly okayToContactIndicator: Indicator;
}

export class SearchCountDto implements SearchCount {
  @ApiProperty({ example: 703 }) readonly families: number;
  @ApiProperty({ example: 800 }) readonly children: number;
}
