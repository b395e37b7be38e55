import {
  AGE_MATCHES,
  type AgeMatch,
  type FamilyDetailRow,
  type FamilySummaryRow,
  type Gender,
  GENDERS,
  type Hand,
  HANDS,
  type Language,
  LANGUAGES,
  type RegistrationReportRow,
  type ReportQuery,
  SEARCH_GENDERS,
  SERVICE_AREAS,
  type SearchCount,
  type SearchGender,
  type SearchQuery,
  type ServiceArea,
} from '@kidlab/contract';
import { ApiProperty, IntersectionType, PickType } from '@nestjs/swagger';

import { ChildFilterDto } from '../children/child.dto.js';
import { ApiNullableText } from '../common/api.js';
import { queriedAddress, sentOf } from '../common/field.js';
import { Choice, Day, PartOfText } from '../common/filter-fields.js';
import type { ListOrder } from '../common/list.js';
import { ListQuery, namesOf } from '../common/simple-rest.js';
import { FamilyDto } from '../families/family.dto.js';
import { CHILD_NAMES, FIRST_NAMES, GUARDIAN_NAMES } from '../families/record.sql.js';

const FAMILY_NAME = { description: 'Part of the family’s name, any case.', example: 'okafor' };

const OF_CHILD = ['ageUOM', 'minAge', 'maxAge', 'state', 'contactable'] as const;

export class SearchQueryDto extends PickType(ChildFilterDto, OF_CHILD) implements SearchQuery {
  @Choice(SEARCH_GENDERS, '`All` matches every gender.') readonly gender?: SearchGender;

  @PartOfText(
    { description: 'Part of the family’s or any guardian’s address.', example: 'okafor' },
    queriedAddress,
  )
  readonly emailAddress?: string;

  @PartOfText(FAMILY_NAME) readonly familyName?: string;

  @PartOfText({
    description:
      'Words of the family’s, guardians’ and children’s names and addresses, or part of a telephone number.',
    example: 'amara okafor',
  })
  readonly q?: string;

  @Day('The day on which the children have those ages; this month, if left out.')
  readonly ageOn?: string;

  @Choice(AGE_MATCHES, 'On that day; `certain` when left out.') readonly ageMatch?: AgeMatch;
  @Choice(SERVICE_AREAS) readonly area?: ServiceArea;
}

/** Query of the report. All three parameters mean the family's name. */
class ReportQueryDto extends PickType(ChildFilterDto, ['state']) implements ReportQuery {
  @PartOfText(FAMILY_NAME) readonly familyName?: string;
  @PartOfText({ description: 'The same.', example: '' }) readonly name?: string;
  @PartOfText({ description: 'The same.', example: '' }) readonly lastName?: string;
}

/** The SQL of a column by which search and report are sorted. */
type Key = Pick<ListOrder, 'key' | 'nulls'>;

const nullable = (key: string): Key => ({ key, nulls: 'indexed' });

/** Both search endpoints use these, so that the details have the order of the summary. */
export const SEARCH_SORTS = {
  id: { key: 'family.id' },
  familyName: { key: 'lower(family.family_name)' },
  email: { key: 'family.email' },
  state: { key: 'family.state' },
  registeredDate: nullable('family.registered_date'),
  allGuardians: nullable(
    `(SELECT lower(${GUARDIAN_NAMES}) FROM guardians WHERE family_id = family.id)`,
  ),
  allChildren: nullable(`(SELECT lower(${CHILD_NAMES}) FROM children WHERE family_id = family.id)`),
};

/** `userConfirmed`: has a registered date. */
export const REPORT_SORTS: Readonly<Record<keyof RegistrationReportRow | 'userConfirmed', Key>> = {
  id: { key: 'family.id' },
  guid: { key: 'family.guid' },
  email: { key: 'family.email' },
  familyName: { key: 'lower(family.family_name)' },
  firstName: nullable(`(SELECT lower(${FIRST_NAMES}) FROM guardians WHERE family_id = family.id)`),
  registeredDate: nullable('family.registered_date'),
  userConfirmed: nullable('family.registered_date'),
  firstEmailSentDate: nullable('family.first_email_sent_date'),
  secondEmailSentDate: nullable('family.second_email_sent_date'),
  okayToContactIndicator: { key: 'family.okay_to_contact_indicator' },
};

export class SearchListDto extends IntersectionType(
  SearchQueryDto,
  ListQuery(namesOf(SEARCH_SORTS)),
) {}

/** By default the latest registration comes first, unconfirmed families last. */
export class ReportListDto extends IntersectionType(
  ReportQueryDto,
  ListQuery(namesOf(REPORT_SORTS), { column: 'registeredDate', direction: 'DESC' }),
) {}

/** An export's query for the audit trail, without the names and addresses that were searched for. */
export function auditedQueryOf(query: Partial<SearchQueryDto & ReportQueryDto>): object {
  const { familyName = query.name ?? query.lastName, emailAddress, q, state = null } = query;
  const { gender, ageUOM, minAge, maxAge, ageOn, ageMatch, area, contactable } = query;
  const choices = sentOf({ gender, ageUOM, minAge, maxAge, ageOn, ageMatch, area, contactable });
  const terms = sentOf({ familyName, emailAddress, q });
  return { ...choices, state, filteredBy: Object.keys(terms) };
}

export class FamilySummaryDto
  extends PickType(FamilyDto, [
    'id',
    'guid',
    'familyName',
    'email',
    'state',
    'disabledIndicator',
    'registeredDate',
  ])
  implements FamilySummaryRow
{
  @ApiNullableText('Amara Okafor') readonly allGuardians: string | null;
  @ApiNullableText('Chidi') readonly allChildren: string | null;

  @ApiProperty({ type: [Boolean], nullable: true, example: [true], description: 'In their order.' })
  readonly childMatches: boolean[] | null;
}

const DETAILS = ['guid', 'familyName', 'email', 'zipCode', 'city', 'referredBy'] as const;

export class FamilyDetailDto extends PickType(FamilyDto, DETAILS) implements FamilyDetailRow {
  @ApiNullableText('(510) 555-0101') readonly primaryPhone: string | null;
  @ApiNullableText('Amara') readonly guardianFirstName: string | null;
  @ApiNullableText('Okafor') readonly guardianLastName: string | null;
  @ApiNullableText('Chidi') readonly childFirstName: string | null;

  @ApiProperty({
    oneOf: [{ type: 'integer' }, { type: 'string', example: '24–25' }],
    nullable: true,
    example: 4,
    description: 'In the unit asked for; on `ageOn` a range if it depends on the day of birth.',
  })
  readonly childAge: number | string | null;

  @ApiProperty({ enum: GENDERS, nullable: true }) readonly childGender: Gender | null;
  @ApiProperty({ enum: HANDS, nullable: true }) readonly whichHandId: Hand | null;
  @ApiProperty({ enum: LANGUAGES, nullable: true }) readonly languageSpokenAtHome: Language | null;
}

export class RegistrationReportDto
  extends PickType(FamilyDto, [
    'id',
    'guid',
    'email',
    'familyName',
    'registeredDate',
    'firstEmailSentDate',
    'secondEmailSentDate',
    'okayToContactIndicator',
  ])
  implements RegistrationReportRow
{
  @ApiNullableText('Amara') readonly firstName: string | null;
}

export class SearchCountDto implements SearchCount {
  @ApiProperty({ example: 703 }) readonly families: number;
  @ApiProperty({ example: 800 }) readonly children: number;
}
