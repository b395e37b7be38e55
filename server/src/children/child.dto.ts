import {
  type Child,
  childForm,
  type ChildRequest,
  type DraftChild,
  EMAIL_PARAMETER,
  FUTURE_BIRTH_MESSAGE,
  type Gender,
  GENDERS,
  type Hand,
  HANDS,
  type Language,
  LANGUAGES,
  type MonthOfBirth,
  MONTHS_OF_BIRTH,
  type StaffChild,
} from '@kidlab/contract';
import { ApiProperty, IntersectionType } from '@nestjs/swagger';

import { EXAMPLE } from '../common/api.js';
import { Field, lowerCase, NotInFuture } from '../common/field.js';
import { SAMPLE_LAB } from '../common/lab.js';
import { AuditFieldsDto, MemberDto } from '../families/record.dto.js';

/** A month as it travels: `3` and `03` mean the same. */
export function twoDigits(month: string): string {
  return /^\d$/.test(month) ? `0${month}` : month;
}

const FORM = childForm(SAMPLE_LAB.today);

/** Step 2, one child. */
export class SaveChildDto implements ChildRequest {
  @Field(FORM.firstName, { example: 'Chidi' })
  readonly firstName: string;

  @Field(FORM.gender)
  readonly gender: Gender;

  @Field(FORM.monthOfBirth, { as: twoDigits })
  @NotInFuture(FUTURE_BIRTH_MESSAGE)
  readonly monthOfBirth: MonthOfBirth;

  @Field(({ today }) => childForm(today).yearOfBirth, { example: '2022' })
  readonly yearOfBirth: string;

  @Field(FORM.whichHandId)
  readonly whichHandId: Hand;

  @Field(FORM.languageSpokenAtHome)
  readonly languageSpokenAtHome: Language;

  @Field(FORM.additionalLanguage1)
  readonly additionalLanguage1: Language | '' = '';

  @Field(FORM.additionalLanguage2)
  readonly additionalLanguage2: Language | '' = '';

  @Field(EMAIL_PARAMETER, { as: lowerCase, example: EXAMPLE.email, description: 'The draft’s.' })
  readonly email: string;
}

export class ChildDto extends AuditFieldsDto implements Child {
  @ApiProperty({ example: 41 })
  readonly id: number;

  @ApiProperty({ example: EXAMPLE.email, description: 'The family’s.' })
  readonly email: string;

  @ApiProperty({ example: 'Chidi' })
  readonly firstName: string;

  @ApiProperty({ enum: GENDERS })
  readonly gender: Gender;

  @ApiProperty({ enum: MONTHS_OF_BIRTH })
  readonly monthOfBirth: MonthOfBirth;

  @ApiProperty({ example: '2022' })
  readonly yearOfBirth: string;

  @ApiProperty({ example: 'January', description: 'Name of the month of birth.' })
  readonly mob: string;

  @ApiProperty({ enum: HANDS })
  readonly whichHandId: Hand;

  @ApiProperty({ enum: LANGUAGES })
  readonly languageSpokenAtHome: Language;

  @ApiProperty({ enum: LANGUAGES, nullable: true })
  readonly additionalLanguage1: Language | null;

  @ApiProperty({ enum: LANGUAGES, nullable: true })
  readonly additionalLanguage2: Language | null;
}

/** A child of the caller's own draft. */
export class DraftChildDto extends ChildDto implements DraftChild {
  @ApiProperty({ type: String, nullable: true, example: EXAMPLE.guid })
  readonly idempotencyKey: string | null;
}

export class ChildRecordDto extends IntersectionType(MemberDto, ChildDto) implements StaffChild {
  @ApiProperty({ type: String, nullable: true, example: 'Needs a quiet room.' })
  readonly specialNeeds: string | null;
}
