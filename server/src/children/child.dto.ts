import {
  type Child as WireChild,
  childForm,
  type ChildRequest,
  type DraftChild,
  GUARDIAN_FORM,
  FUTURE_BIRTH_MESSAGE,
  type Gender,
  GENDERS,
  type Hand,
  HANDS,
  type Language,
  LANGUAGES,
  monthName,
  MONTHS_OF_BIRTH,
  STAFF_FUTURE_BIRTH_MESSAGE,
  type StaffChild,
  staffChildForm,
  AGE_UNITS,
  type AgeUnit,
  type Indicator,
  INDICATORS,
  SEARCH_STATES,
  type SearchState,
} from '@kidlab/contract';
import { ApiProperty, IntersectionType, OmitType, PartialType } from '@nestjs/swagger';

import { ApiNullableText, EXAMPLE } from '../common/api.js';
import { Field, lowerCase, NotInFuture } from '../common/field.js';
import { SAMPLE_LAB } from '../common/lab.js';
import { Choice, Ids, MaxAge, MinAge, PartOfText } from '../common/filter-fields.js';
import { Filters, ListQuery, namesOf } from '../common/simple-rest.js';
import {
  AuditFieldsDto,
  FamilyAddress,
  FamilyLinkDto,
  MemberDto,
  SeenVersion,
} from '../families/record.dto.js';
import type { Child } from './child.entity.js';

/** Clients may write a month as `3` or `03`. */
function twoDigits(month: string): string {
  return /^\d$/.test(month) ? `0${month}` : month;
}

const FORM = childForm(SAMPLE_LAB.today);

export class SaveChildDto implements ChildRequest {
  @Field(FORM.firstName, { example: 'Chidi' }) readonly firstName: string;
  @Field(FORM.gender) readonly gender: Gender;

  @Field(FORM.monthOfBirth, { as: twoDigits })
  @NotInFuture(FUTURE_BIRTH_MESSAGE)
  readonly monthOfBirth: string;

  @Field(({ today }) => childForm(today).yearOfBirth, { example: '2022' })
  readonly yearOfBirth: string;

  @Field(FORM.whichHandId) readonly whichHandId: Hand;
  @Field(FORM.languageSpokenAtHome) readonly languageSpokenAtHome: Language;

  @Field(FORM.additionalLanguage1, { orNull: true })
  readonly additionalLanguage1: Language | null = null;

  @Field(FORM.additionalLanguage2, { orNull: true })
  readonly additionalLanguage2: Language | null = null;

  @Field(GUARDIAN_FORM.email, {
    as: lowerCase,
    example: EXAMPLE.email,
    description: 'The draft’s.',
  })
  readonly email: string;
}

const STAFF_FORM = staffChildForm(SAMPLE_LAB.today);

export class ChildFieldsDto {
  @Field(STAFF_FORM.firstName, { example: 'Chidi' }) readonly firstName: string;
  @Field(STAFF_FORM.gender) readonly gender: Gender;

  @Field(STAFF_FORM.monthOfBirth, { as: twoDigits })
  @NotInFuture(STAFF_FUTURE_BIRTH_MESSAGE)
  readonly monthOfBirth: string;

  @Field(({ today }) => staffChildForm(today).yearOfBirth, { example: '2022' })
  readonly yearOfBirth: string;

  @Field(STAFF_FORM.whichHandId) readonly whichHandId: Hand;

  @Field(STAFF_FORM.languageSpokenAtHome, {
    mayBeLeftOut: true,
    description: '`English` when left out.',
  })
  readonly languageSpokenAtHome?: Language;

  @Field(STAFF_FORM.additionalLanguage1, { orNull: true })
  readonly additionalLanguage1?: Language | null;

  @Field(STAFF_FORM.additionalLanguage2, { orNull: true })
  readonly additionalLanguage2?: Language | null;

  @Field(STAFF_FORM.specialNeeds, { orNull: true, example: 'Needs a quiet room.' })
  readonly specialNeeds?: string | null;

  @Field(STAFF_FORM.eml, { orNull: true, example: '' }) readonly eml?: string | null;
}

export class NewChildDto extends IntersectionType(FamilyLinkDto, ChildFieldsDto) {
  @FamilyAddress() readonly email?: string;
}

const YEAR_MESSAGE = STAFF_FORM.yearOfBirth.required ?? '';
const ANY_YEAR = { required: YEAR_MESSAGE, pattern: { regex: /^\d{4}$/, message: YEAR_MESSAGE } };

/** Omitted fields keep their values. The service checks the birth: a stored year stays valid, however long ago. */
export class ChildChangeDto extends PartialType(
  OmitType(ChildFieldsDto, ['monthOfBirth', 'yearOfBirth']),
  { skipNullProperties: false },
) {
  @Field(STAFF_FORM.monthOfBirth, { as: twoDigits, mayBeLeftOut: true })
  readonly monthOfBirth?: string;

  @Field(ANY_YEAR, { example: '2022', mayBeLeftOut: true }) readonly yearOfBirth?: string;
  @SeenVersion() readonly version?: number;
}

/** `state` and `okayToContactIndicator` are the family's. */
export class ChildFilterDto {
  @Ids() readonly id?: number[];
  @Ids() readonly familyId?: number[];
  @Choice(GENDERS) readonly gender?: Gender;
  @Choice(AGE_UNITS, 'Unit of both ages.') readonly ageUOM?: AgeUnit;
  @MinAge() readonly minAge?: number;
  @MaxAge() readonly maxAge?: number;
  @Choice(SEARCH_STATES, 'Both, if left out.') readonly state?: SearchState;
  @Choice(INDICATORS) readonly okayToContactIndicator?: Indicator;
  @Choice(INDICATORS) readonly disabledIndicator?: Indicator;
  @Choice(['Y'], '`Y`: children who may be invited now.') readonly contactable?: 'Y';
  @Choice(LANGUAGES) readonly languageSpokenAtHome?: Language;
  @Choice(LANGUAGES) readonly additionalLanguage?: Language;
  @Choice(HANDS) readonly whichHandId?: Hand;
  @PartOfText() readonly q?: string;
}

/** The SQL of each column that children can be sorted by. `birth` is month and year; `ASC` begins with the oldest. */
export const CHILD_SORTS = {
  id: 'child.id',
  familyName: 'lower(family.family_name)',
  firstName: 'lower(child.first_name)',
  gender: 'child.gender',
  birth: 'child.birth_month_number',
  whichHandId: 'child.which_hand_id',
  languageSpokenAtHome: 'child.language_spoken_at_home',
  createdDate: 'child.created_date',
  modifiedDate: 'child.modified_date',
} as const;

export class ChildListDto extends ListQuery(namesOf(CHILD_SORTS)) {
  @Filters(ChildFilterDto, { familyId: 17, gender: 'Female' })
  readonly filter = new ChildFilterDto();
}

export class ChildDto extends AuditFieldsDto implements WireChild {
  @ApiProperty({ example: 41 }) readonly id: number;
  @ApiProperty({ example: EXAMPLE.email, description: 'The family’s.' }) readonly email: string;
  @ApiProperty({ example: 'Chidi' }) readonly firstName: string;
  @ApiProperty({ enum: GENDERS }) readonly gender: Gender;
  @ApiProperty({ enum: MONTHS_OF_BIRTH }) readonly monthOfBirth: string;
  @ApiProperty({ example: '2022' }) readonly yearOfBirth: string;

  @ApiProperty({ example: 'January', description: 'Name of the month of birth.' })
  readonly mob: string;

  @ApiProperty({ enum: HANDS }) readonly whichHandId: Hand;
  @ApiProperty({ enum: LANGUAGES }) readonly languageSpokenAtHome: Language;
  @ApiProperty({ enum: LANGUAGES, nullable: true }) readonly additionalLanguage1: Language | null;
  @ApiProperty({ enum: LANGUAGES, nullable: true }) readonly additionalLanguage2: Language | null;
}

export class DraftChildDto extends ChildDto implements DraftChild {
  @ApiNullableText(EXAMPLE.guid) readonly idempotencyKey: string | null;
}

export class ChildRecordDto extends IntersectionType(MemberDto, ChildDto) implements StaffChild {
  @ApiNullableText('Needs a quiet room.') readonly specialNeeds: string | null;
}

export function toDraftChild(child: Child, email: string): DraftChild {
  return { ...toChild(child, email), idempotencyKey: child.idempotencyKey };
}

/** @param email the family's. */
export function toChild(child: Child, email: string): WireChild {
  const monthOfBirth = twoDigits(String(child.monthOfBirth));
  return {
    id: child.id,
    email,
    firstName: child.firstName,
    gender: child.gender,
    monthOfBirth,
    yearOfBirth: String(child.yearOfBirth),
    mob: monthName(monthOfBirth),
    whichHandId: child.whichHandId,
    languageSpokenAtHome: child.languageSpokenAtHome,
    additionalLanguage1: child.additionalLanguage1,
    additionalLanguage2: child.additionalLanguage2,
    createdDate: child.createdDate.toISOString(),
    createdBy: child.createdBy,
    modifiedDate: child.modifiedDate.toISOString(),
    modifiedBy: child.modifiedBy,
  };
}
