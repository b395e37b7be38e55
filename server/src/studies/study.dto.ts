import {
  CRITERIA_FORM,
  type Gender,
  GENDERS,
  type Hand,
  HANDS,
  isAgeRangeInvalid,
  type Language,
  LANGUAGES,
  SERVICE_AREAS,
  type ServiceArea,
  type StaffStudy,
  STUDY_FORM,
  STUDY_STATES,
  type StudyCriteria,
  type StudyState,
} from '@kidlab/contract';
import { ApiProperty, PartialType } from '@nestjs/swagger';

import { Check, Field, Nested } from '../common/field.js';
import { Choice, Choices, Ids, PartOfText } from '../common/filter-fields.js';
import { STAFF_MESSAGES } from '../common/messages.js';
import { Filters, ListQuery } from '../common/simple-rest.js';
import { AuditFieldsDto, SeenVersion } from '../families/record.dto.js';

const MONTHS = { description: 'Completed months on the day of the slot, inclusive.' };

class CriteriaFieldsDto {
  @Check('range', (_value, _, { minMonths, maxMonths }: CriteriaFieldsDto) =>
    isAgeRangeInvalid(minMonths, maxMonths) ? STAFF_MESSAGES.invalidAgeRange : null,
  )
  @Field(CRITERIA_FORM.minMonths, { ...MONTHS, example: '24' })
  readonly minMonths?: string;

  @Field(CRITERIA_FORM.maxMonths, { ...MONTHS, example: '35' }) readonly maxMonths?: string;
  @Choices(GENDERS, 'An empty list means any, here and below.') readonly genders?: Gender[];
  @Choices(HANDS) readonly hands?: Hand[];
  @Choices(LANGUAGES) readonly languages?: Language[];
  @Choices(SERVICE_AREAS) readonly areas?: ServiceArea[];
  @Ids({ mustExist: true }) readonly notInStudies?: number[];
}

/** The criteria to store. */
export function criteriaOf(sent: CriteriaFieldsDto): StudyCriteria {
  const { minMonths = '', maxMonths = '', notInStudies = [], ...lists } = sent;
  const { genders = [], hands = [], languages = [], areas = [] } = lists;
  return {
    minMonths: minMonths === '' ? null : Number(minMonths),
    maxMonths: maxMonths === '' ? null : Number(maxMonths),
    genders,
    hands,
    languages,
    areas,
    notInStudies: [...new Set(notInStudies)].sort((one, other) => one - other),
  };
}

export class StudyFieldsDto {
  @Field(STUDY_FORM.name, { example: 'Blocks 3' }) readonly name: string;
  @Field(STUDY_FORM.publicName, { example: 'Building with blocks' }) readonly publicName: string;
  @Choice(STUDY_STATES) readonly state?: StudyState;
  @Field(STUDY_FORM.place, { example: 'Room 2' }) readonly place?: string;
  @Field(STUDY_FORM.letter, { example: 'Your child will build.' }) readonly letter?: string;
  @Nested(CriteriaFieldsDto) readonly criteria?: CriteriaFieldsDto;
}

/** Omitted fields keep their values; criteria are sent as a whole. */
export class StudyChangeDto extends PartialType(StudyFieldsDto, { skipNullProperties: false }) {
  @SeenVersion() readonly version?: number;
}

class StudyFilterDto {
  @Ids() readonly id?: number[];
  @PartOfText() readonly q?: string;
  @Choice(STUDY_STATES) readonly state?: StudyState;
}

const SORTS = ['id', 'name', 'publicName', 'state', 'createdDate', 'modifiedDate'] as const;

export class StudyListDto extends ListQuery(SORTS) {
  @Filters(StudyFilterDto, { state: 'open' }) readonly filter = new StudyFilterDto();
}

const ApiAge = (example: number): PropertyDecorator =>
  ApiProperty({ type: 'integer', nullable: true, example, ...MONTHS });
const ApiChoices = (values: readonly string[]): PropertyDecorator =>
  ApiProperty({ type: 'array', items: { type: 'string', enum: [...values] }, example: [] });

class CriteriaDto implements StudyCriteria {
  @ApiAge(24) readonly minMonths: number | null;
  @ApiAge(35) readonly maxMonths: number | null;
  @ApiChoices(GENDERS) readonly genders: Gender[];
  @ApiChoices(HANDS) readonly hands: Hand[];
  @ApiChoices(LANGUAGES) readonly languages: Language[];
  @ApiChoices(SERVICE_AREAS) readonly areas: ServiceArea[];
  @ApiProperty({ type: [Number], example: [] }) readonly notInStudies: number[];
}

export class StudyDto extends AuditFieldsDto implements StaffStudy {
  @ApiProperty({ example: 3 }) readonly id: number;
  @ApiProperty({ example: 1, description: 'Goes up with each save.' }) readonly version: number;
  @ApiProperty({ example: 'Blocks 3' }) readonly name: string;
  @ApiProperty({ example: 'Building with blocks' }) readonly publicName: string;
  @ApiProperty({ enum: STUDY_STATES }) readonly state: StudyState;
  @ApiProperty({ type: CriteriaDto }) readonly criteria: CriteriaDto;
  @ApiProperty({ example: 'Room 2' }) readonly place: string;
  @ApiProperty({ example: 'Your child will build.' }) readonly letter: string;

  @ApiProperty({ example: 4, description: 'Without those that are canceled.' })
  readonly slots: number;

  @ApiProperty({ example: 24, description: 'In these slots.' }) readonly seats: number;
  @ApiProperty({ example: 9 }) readonly taken: number;

  @ApiProperty({
    example: 12,
    description: "Invitations whose letter may have left. With any, the study can't be deleted.",
  })
  readonly invited: number;
}
