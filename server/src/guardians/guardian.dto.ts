import {
  type Indicator,
  INDICATORS,
  type Relationship,
  RELATIONSHIPS,
  STAFF_GUARDIAN_FORM,
  type StaffGuardian,
} from '@kidlab/contract';
import { ApiProperty, IntersectionType, PartialType } from '@nestjs/swagger';

import { ApiNullableText, EXAMPLE } from '../common/api.js';
import { Field, lowerCase, TrueOrFalse } from '../common/field.js';
import { Ids, PartOfText } from '../common/filter-fields.js';
import { Filters, ListQuery, namesOf } from '../common/simple-rest.js';
import { FamilyAddress, FamilyLinkDto, MemberDto, SeenVersion } from '../families/record.dto.js';

const FORM = STAFF_GUARDIAN_FORM;

export class GuardianFieldsDto {
  @Field(FORM.firstName, { example: 'Amara' }) readonly firstName: string;
  @Field(FORM.lastName, { example: 'Okafor' }) readonly lastName: string;
  @Field(FORM.email, { as: lowerCase, example: EXAMPLE.email }) readonly email: string;
  @Field(FORM.primaryPhone, { example: '(510) 555-0101' }) readonly primaryPhone: string;
  @Field(FORM.zipCode, { example: '94608' }) readonly zipCode: string;
  @Field(FORM.relationshipToChild) readonly relationshipToChild: Relationship;

  @Field(FORM.isPrimaryIndicator, {
    description: 'The only guardian is always primary.',
  })
  readonly isPrimaryIndicator?: Indicator | '';

  @Field(FORM.notes, { orNull: true, example: 'Prefers mornings.' }) readonly notes?: string | null;
  @Field(FORM.eml, { orNull: true, example: '' }) readonly eml?: string | null;
}

export class NewGuardianDto extends IntersectionType(FamilyLinkDto, GuardianFieldsDto) {
  @FamilyAddress() readonly familyEmail?: string;
}

/** Omitted fields keep their values. */
export class GuardianChangeDto extends PartialType(GuardianFieldsDto, {
  skipNullProperties: false,
}) {
  @TrueOrFalse('The family gets the new address as well if it had the guardian’s.')
  readonly withSameEmail?: boolean;

  @SeenVersion() readonly version?: number;
}

export class GuardianFilterDto {
  @Ids() readonly id?: number[];
  @Ids() readonly familyId?: number[];
  @PartOfText() readonly q?: string;
}

/** The SQL of each column that guardians can be sorted by. */
export const GUARDIAN_SORTS = {
  id: 'guardian.id',
  familyName: 'lower(family.family_name)',
  firstName: 'lower(guardian.first_name)',
  lastName: 'lower(guardian.last_name)',
  email: 'guardian.email',
  relationshipToChild: 'guardian.relationship_to_child',
  isPrimaryIndicator: 'guardian.is_primary_indicator',
  zipCode: 'guardian.zip_code',
  city: 'guardian.city',
  createdDate: 'guardian.created_date',
  modifiedDate: 'guardian.modified_date',
} as const;

export class GuardianListDto extends ListQuery(namesOf(GUARDIAN_SORTS)) {
  @Filters(GuardianFilterDto, { familyId: 17 }) readonly filter = new GuardianFilterDto();
}

export class GuardianDto extends MemberDto implements StaffGuardian {
  @ApiProperty({ example: 'Amara' }) readonly firstName: string;
  @ApiProperty({ example: 'Okafor' }) readonly lastName: string;
  @ApiProperty({ example: EXAMPLE.email }) readonly email: string;
  @ApiProperty({ example: EXAMPLE.email }) readonly familyEmail: string;
  @ApiProperty({ example: '(510) 555-0101' }) readonly primaryPhone: string;
  @ApiProperty({ example: '94608' }) readonly zipCode: string;

  @ApiProperty({ example: 'Emeryville', description: 'Of the zip code; empty for an unknown one.' })
  readonly city: string;

  @ApiProperty({ enum: RELATIONSHIPS }) readonly relationshipToChild: Relationship;

  @ApiProperty({ enum: INDICATORS, description: 'Exactly one guardian of a family is primary.' })
  readonly isPrimaryIndicator: Indicator;

  @ApiNullableText('Prefers mornings.') readonly notes: string | null;
}
