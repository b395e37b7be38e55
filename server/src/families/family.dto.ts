import {
  type ConsentRecord,
  CONTACT_REASONS,
  type ContactReason,
  type ContactStatus,
  FAMILY_ORIGINS,
  FAMILY_STATE_FILTERS,
  type FamilyOrigin,
  type FamilyStateFilter,
  WAITING_STAGES,
  type WaitingStage,
  type Indicator,
  INDICATORS,
  REFERRAL_SOURCES,
  type ReferralSource,
  SEARCH_STATES,
  SERVICE_AREAS,
  type ServiceArea,
  type SearchState,
  STAFF_EMAIL,
  STAFF_FAMILY_FORM,
  type StaffFamily,
  type StaffFamilyDetails,
} from '@kidlab/contract';
import { ApiProperty, OmitType, PartialType, PickType } from '@nestjs/swagger';

import { ChildFieldsDto, ChildFilterDto, ChildRecordDto } from '../children/child.dto.js';
import { ApiMoment, ApiNullableText, EXAMPLE } from '../common/api.js';
import { Field, ListOf, lowerCase, queriedAddress, TrueOrFalse } from '../common/field.js';
import { Choice, Day, PartOfText } from '../common/filter-fields.js';
import { Filters, ListQuery, namesOf } from '../common/simple-rest.js';
import { GuardianDto, GuardianFieldsDto } from '../guardians/guardian.dto.js';
import { RecordDto, SeenVersion } from './record.dto.js';

const FORM = STAFF_FAMILY_FORM;

export class NewFamilyDto {
  @Field(FORM.familyName, { example: 'Okafor' }) readonly familyName: string;
  @Field(FORM.email, { as: lowerCase, example: EXAMPLE.email }) readonly email: string;
  @Field(FORM.zipCode, { example: '94608' }) readonly zipCode: string;
  @Field(FORM.referredBy) readonly referredBy: ReferralSource;

  /** Clients send an empty string for "Select One". */
  @Field(FORM.okayToContactIndicator, { orNull: true, description: '`Y` when left out.' })
  readonly okayToContactIndicator?: Indicator | null;

  @Field(FORM.pausedUntil, {
    orNull: true,
    example: '2027-03-01',
    description: 'Not to be invited before that day; empty: no pause.',
  })
  readonly pausedUntil?: string | null;

  @Field(FORM.eml, { orNull: true, example: '' }) readonly eml?: string | null;

  @ListOf(GuardianFieldsDto, {
    description: 'At most two; the first is primary when none is marked.',
  })
  readonly guardians: GuardianFieldsDto[] = [];

  @ListOf(ChildFieldsDto, { description: 'At most five.' })
  readonly children: ChildFieldsDto[] = [];
}

/** Omitted fields keep their values. */
export class FamilyChangeDto extends PartialType(
  OmitType(NewFamilyDto, ['guardians', 'children']),
  {
    skipNullProperties: false,
  },
) {
  @TrueOrFalse('Guardians with the family’s old address get the new one as well.')
  readonly withSameEmail?: boolean;

  @SeenVersion() readonly version?: number;
}

export class FamilyAddressDto {
  @Field(STAFF_EMAIL, { as: queriedAddress, example: EXAMPLE.email }) readonly email: string;
}

/**
 * Gender and age apply to the same child. `zipCode` is a prefix. `signedUpFrom` and `signedUpTo` refer to when the
 * agreement was accepted or, without one, when staff added the family.
 */
export class FamilyFilterDto extends PickType(ChildFilterDto, [
  'id',
  'q',
  'gender',
  'ageUOM',
  'minAge',
  'maxAge',
  'okayToContactIndicator',
  'disabledIndicator',
]) {
  @Choice(FAMILY_STATE_FILTERS) readonly state?: FamilyStateFilter;
  @Choice(FAMILY_ORIGINS) readonly origin?: FamilyOrigin;
  @Choice(WAITING_STAGES) readonly waitingStage?: WaitingStage;
  @Choice(REFERRAL_SOURCES) readonly referredBy?: ReferralSource;
  @PartOfText() readonly zipCode?: string;
  @PartOfText() readonly city?: string;
  @Day() readonly registeredFrom?: string;
  @Day() readonly registeredTo?: string;
  @Day() readonly signedUpFrom?: string;
  @Day() readonly signedUpTo?: string;
}

/** The SQL of each column that families can be sorted by. */
export const FAMILY_SORTS = {
  id: 'family.id',
  familyName: 'lower(family.family_name)',
  email: 'family.email',
  referredBy: 'family.referred_by',
  okayToContactIndicator: 'family.okay_to_contact_indicator',
  zipCode: 'family.zip_code',
  city: 'family.city',
  state: 'family.state',
  registeredDate: 'family.registered_date',
  firstEmailSentDate: 'family.first_email_sent_date',
  secondEmailSentDate: 'family.second_email_sent_date',
  createdDate: 'family.created_date',
  modifiedDate: 'family.modified_date',
} as const;

export class FamilyListDto extends ListQuery(namesOf(FAMILY_SORTS)) {
  @Filters(FamilyFilterDto, { q: 'okafor', state: 'registered' })
  readonly filter = new FamilyFilterDto();
}

class LastInvitationDto {
  @ApiProperty({ example: 'Blocks 3' }) readonly studyName: string;
  @ApiProperty({ example: '2027-02-15', description: 'In the lab’s time zone.' })
  readonly on: string;
}

class ContactStatusDto implements ContactStatus {
  @ApiProperty({ example: false }) readonly mayBeInvited: boolean;

  @ApiProperty({ enum: CONTACT_REASONS, isArray: true, example: ['paused'] })
  readonly reasons: ContactReason[];

  @ApiNullableText('2027-03-01') readonly until: string | null;

  @ApiProperty({ type: LastInvitationDto, nullable: true, description: 'By any study.' })
  readonly invited: LastInvitationDto | null;
}

export class FamilyDto extends RecordDto implements StaffFamily {
  @ApiProperty({ example: EXAMPLE.guid }) readonly guid: string;
  @ApiProperty({ example: EXAMPLE.email }) readonly email: string;
  @ApiProperty({ example: 'Okafor' }) readonly familyName: string;
  @ApiProperty({ enum: REFERRAL_SOURCES }) readonly referredBy: ReferralSource;
  @ApiProperty({ enum: INDICATORS }) readonly okayToContactIndicator: Indicator;
  @ApiProperty({ example: '94608' }) readonly zipCode: string;

  @ApiProperty({ example: 'Emeryville', description: 'Of the zip code; empty for an unknown one.' })
  readonly city: string;

  @ApiProperty({ enum: SEARCH_STATES }) readonly state: SearchState;

  @ApiProperty({ description: 'Awaits confirmation; the link that was mailed last has expired.' })
  readonly confirmationExpired: boolean;

  @ApiMoment({ nullable: true }) readonly firstEmailSentDate: string | null;
  @ApiMoment({ nullable: true }) readonly secondEmailSentDate: string | null;
  @ApiNullableText('2027-03-01') readonly pausedUntil: string | null;
  @ApiMoment({ nullable: true }) readonly undeliverableAt: string | null;
  @ApiProperty({ type: ContactStatusDto }) readonly contactStatus: ContactStatusDto;
  @ApiProperty({ enum: SERVICE_AREAS }) readonly area: ServiceArea;
}

export class ConsentDto implements ConsentRecord {
  @ApiProperty({ example: '2026-11-20', description: 'Of the text.' }) readonly version: string;
  @ApiMoment() readonly acceptedAt: string;

  @ApiNullableText('https://lab.example.org') readonly origin: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    example: '192.0.2.0/24',
    description: 'The client’s network, never a whole address.',
  })
  readonly network: string | null;
}

export class FamilyDetailsDto extends FamilyDto implements StaffFamilyDetails {
  @ApiProperty({
    type: ConsentDto,
    nullable: true,
    description: '`null` for a family that staff added.',
  })
  readonly consent: ConsentDto | null;

  @ApiProperty({ type: [GuardianDto], description: 'Primary first, then by id.' })
  readonly guardians: GuardianDto[];

  @ApiProperty({ type: [ChildRecordDto], description: 'By id.' })
  readonly children: ChildRecordDto[];
}
