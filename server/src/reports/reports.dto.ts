import {
  AGE_UNITS,
  type AgeUnit,
  DEFAULT_AGE_UNIT,
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
  type ReferralSource,
  type RegistrationReportRow,
  type ReportQuery,
  SEARCH,
  SEARCH_GENDERS,
  SEARCH_STATES,
  type SearchCount,
  type SearchGender,
  type SearchQuery,
  type SearchState,
  STAFF_MESSAGES,
} from '@kidlab/contract';
import { ApiProperty } from '@nestjs/swagger';

import { ApiMoment, EXAMPLE } from '../common/api.js';
import { Check } from '../common/field.js';
import { Choice, PartOfText, WholeNumber } from '../common/filter-fields.js';
import { plusForSpace } from '../common/query-address.js';

const STATE = 'Both, where it is left out.';
const FAMILY_NAME = { description: 'Part of the family’s name, any case.', example: 'okafor' };

/** An age in the unit that the query names. */
function Age(example: number): PropertyDecorator {
  const bounds = ({ ageUOM }: { ageUOM?: AgeUnit }): { min: number; max: number } => ({
    min: 0,
    max: (SEARCH.maxAge as Partial<Record<string, number>>)[ageUOM ?? DEFAULT_AGE_UNIT] ?? 0,
  });
  return WholeNumber(bounds, { description: 'Inclusive; of the same child as `gender`.', example });
}

/** Query of both search calls. */
export class SearchQueryDto implements SearchQuery {
  @Choice(SEARCH_GENDERS, '`All`: any.')
  readonly gender?: SearchGender;

  @Choice(AGE_UNITS, 'Unit of both ages.')
  readonly ageUOM?: AgeUnit;

  @Age(2)
  @Check('range', (min, _, { maxAge }: { maxAge?: unknown }) =>
    Number(min) > Number(maxAge) ? STAFF_MESSAGES.invalidAgeRange : null,
  )
  readonly minAge?: number;

  @Age(3)
  readonly maxAge?: number;

  @PartOfText(
    { description: 'Part of the family’s or any guardian’s address.', example: 'okafor' },
    plusForSpace,
  )
  readonly emailAddress?: string;

  @PartOfText(FAMILY_NAME)
  readonly familyName?: string;

  @PartOfText({
    description:
      'Words of the family’s, guardians’ and children’s names and addresses, or part of a telephone number.',
    example: 'amara okafor',
  })
  readonly q?: string;

  @Choice(SEARCH_STATES, STATE)
  readonly state?: SearchState;
}

/** Query of the report; the name goes by any of its names. */
export class ReportQueryDto implements ReportQuery {
  @PartOfText(FAMILY_NAME)
  readonly familyName?: string;

  @PartOfText({ description: 'The same.', example: '' })
  readonly name?: string;

  @PartOfText({ description: 'The same.', example: '' })
  readonly lastName?: string;

  @Choice(SEARCH_STATES, STATE)
  readonly state?: SearchState;
}

export class FamilySummaryDto implements FamilySummaryRow {
  @ApiProperty({ example: 17 })
  readonly id: number;

  @ApiProperty({ example: EXAMPLE.guid })
  readonly guid: string;

  @ApiProperty({ example: 'Okafor' })
  readonly familyName: string;

  @ApiProperty({ example: EXAMPLE.email })
  readonly email: string;

  @ApiProperty({ enum: SEARCH_STATES })
  readonly state: SearchState;

  @ApiProperty({ enum: INDICATORS, description: '`Y`: kept, but never mailed nor invited.' })
  readonly disabledIndicator: Indicator;

  @ApiMoment({ nullable: true })
  readonly registeredDate: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'Amara Okafor' })
  readonly allGuardians: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'Chidi' })
  readonly allChildren: string | null;
}

export class FamilyDetailDto implements FamilyDetailRow {
  @ApiProperty({ example: EXAMPLE.guid })
  readonly guid: string;

  @ApiProperty({ example: 'Okafor' })
  readonly familyName: string;

  @ApiProperty({ example: EXAMPLE.email })
  readonly email: string;

  @ApiProperty({ type: String, nullable: true, example: '(510) 555-0101' })
  readonly primaryPhone: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'Amara' })
  readonly guardianFirstName: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'Okafor' })
  readonly guardianLastName: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'Chidi' })
  readonly childFirstName: string | null;

  @ApiProperty({ type: Number, nullable: true, example: 4, description: 'In the unit asked for.' })
  readonly childAge: number | null;

  @ApiProperty({ enum: GENDERS, nullable: true })
  readonly childGender: Gender | null;

  @ApiProperty({ enum: HANDS, nullable: true })
  readonly whichHandId: Hand | null;

  @ApiProperty({ enum: LANGUAGES, nullable: true })
  readonly languageSpokenAtHome: Language | null;

  @ApiProperty({ example: '94608' })
  readonly zipCode: string;

  @ApiProperty({ example: 'Emeryville' })
  readonly city: string;

  @ApiProperty({ enum: REFERRAL_SOURCES })
  readonly referredBy: ReferralSource;
}

export class RegistrationReportDto implements RegistrationReportRow {
  @ApiProperty({ example: 17 })
  readonly id: number;

  @ApiProperty({ example: EXAMPLE.guid })
  readonly guid: string;

  @ApiProperty({ example: EXAMPLE.email })
  readonly email: string;

  @ApiProperty({ example: 'Okafor' })
  readonly familyName: string;

  @ApiProperty({ type: String, nullable: true, example: 'Amara' })
  readonly firstName: string | null;

  @ApiMoment({ nullable: true })
  readonly registeredDate: string | null;

  @ApiMoment({ nullable: true })
  readonly firstEmailSentDate: string | null;

  @ApiMoment({ nullable: true })
  readonly secondEmailSentDate: string | null;

  @ApiProperty({ enum: INDICATORS })
  readonly okayToContactIndicator: Indicator;
}

export class SearchCountDto implements SearchCount {
  @ApiProperty({ example: 703 })
  readonly families: number;

  @ApiProperty({ example: 800 })
  readonly children: number;
}
