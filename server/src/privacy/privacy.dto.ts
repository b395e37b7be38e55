import {
  ACCESS_FORMATS,
  type AccessFormat,
  type AccessReport,
  ERASED_KINDS,
  ERASURE_SCOPES,
  type ErasureReceipt,
  type ErasureRequest,
  type ErasureScope,
  STAFF_EMAIL,
} from '@kidlab/contract';
import { ApiProperty, PickType } from '@nestjs/swagger';
import { Transform } from 'class-transformer';

import { AuditEventDto } from '../audit/audit-events.controller.js';
import { ChildRecordDto } from '../children/child.dto.js';
import { ApiMoment, ApiNullableText, EXAMPLE } from '../common/api.js';
import { Check, Field, lowerCase } from '../common/field.js';
import { MailDto } from '../email/ledger/mail-ledger.controller.js';
import { ConsentDto, FamilyDto } from '../families/family.dto.js';
import { GuardianDto } from '../guardians/guardian.dto.js';
import { InvitationDto } from '../studies/invitations/invitations.dto.js';
import { ParticipationDto } from '../studies/participation.dto.js';
import { UserDto } from '../users/users.dto.js';

export class AddressDto {
  @Field(STAFF_EMAIL, { as: lowerCase, example: EXAMPLE.email }) readonly email: string;
}

const FORMAT = `format must be one of ${ACCESS_FORMATS.join(', ')}.`;

export class AccessDownloadDto extends AddressDto {
  @Field({ required: FORMAT, oneOf: { values: ACCESS_FORMATS, message: FORMAT } })
  readonly format: AccessFormat;
}

class ErasedFamilyDto {
  @ApiProperty({ example: EXAMPLE.guid }) readonly guid: string;
  @ApiProperty({ enum: ERASURE_SCOPES }) readonly scope: ErasureScope;
}

const MOST_FAMILIES = 100;
const FAMILIES = `families must be a list of { guid, scope }, scope one of ${ERASURE_SCOPES.join(', ')}.`;

function erasedFamily(sent: unknown): ErasedFamilyDto | null {
  const { guid, scope } = (sent ?? {}) as Partial<Record<string, unknown>>;
  const knownScope = ERASURE_SCOPES.find((each) => each === scope);
  return typeof guid === 'string' && guid !== '' && knownScope !== undefined
    ? { guid: guid.toLowerCase(), scope: knownScope }
    : null;
}

export class ErasureDto extends AddressDto implements ErasureRequest {
  @Field({}, { as: lowerCase, example: EXAMPLE.email, description: 'The address again.' })
  readonly confirmation: string = '';

  @Transform(({ value }: { value: unknown }) =>
    Array.isArray(value) ? value.map(erasedFamily) : value,
  )
  @Check('families', (list) =>
    Array.isArray(list) && list.length <= MOST_FAMILIES && !list.includes(null) ? null : FAMILIES,
  )
  @ApiProperty({
    type: [ErasedFamilyDto],
    description: 'Each family of the report, and what to erase.',
  })
  readonly families: ErasedFamilyDto[];
}

class OtherGuardianDto extends PickType(GuardianDto, ['firstName', 'relationshipToChild']) {}

class AccessFamilyDto {
  @ApiProperty({ type: FamilyDto }) readonly family: FamilyDto;
  @ApiProperty({ type: ConsentDto, nullable: true }) readonly consent: ConsentDto | null;

  @ApiProperty({ type: [GuardianDto], description: 'With that address.' })
  readonly guardians: GuardianDto[];

  @ApiProperty({ type: [OtherGuardianDto] }) readonly otherGuardians: OtherGuardianDto[];
  @ApiProperty({ type: [ChildRecordDto] }) readonly children: ChildRecordDto[];

  @ApiProperty({ enum: ERASURE_SCOPES, isArray: true, description: 'What may be erased.' })
  readonly scopes: ErasureScope[];
}

export class AccessMailDto extends PickType(MailDto, ['kind', 'state', 'createdAt', 'sentAt']) {}

export class AccessLinkDto {
  @ApiMoment() readonly createdAt: string;
  @ApiMoment() readonly expiresAt: string;
  @ApiMoment({ nullable: true }) readonly usedAt: string | null;
}

class AccessAnswerDto extends PickType(ParticipationDto, ['firstName', 'state', 'ageConfirmedAt']) {
  @ApiMoment({ nullable: true }) readonly startsAt: string | null;
  @ApiMoment({ nullable: true }) readonly endsAt: string | null;

  @ApiProperty({ type: 'integer', nullable: true, example: null })
  readonly waitingNumber: number | null;
}

class AccessToldDto extends PickType(ParticipationDto, ['state']) {
  @ApiNullableText('Chidi') readonly firstName: string | null;
  @ApiMoment() readonly startsAt: string;
  @ApiMoment() readonly endsAt: string;
  @ApiProperty({ example: 'Play room' }) readonly place: string;

  @ApiProperty({ description: 'Otherwise the letter may not have arrived.' })
  readonly isSent: boolean;
}

export class AccessInvitationDto extends PickType(InvitationDto, [
  'state',
  'withdrawnReason',
  'sentAt',
  'answeredAt',
  'note',
]) {
  @ApiProperty({ example: 'Building with blocks' }) readonly study: string;
  @ApiMoment({ nullable: true }) readonly expiresAt: string | null;

  @ApiProperty({ description: 'Also offers children whose age is only possible.' })
  readonly withPossible: boolean;

  @ApiProperty({ type: [AccessAnswerDto] }) readonly answers: AccessAnswerDto[];

  @ApiProperty({ type: [AccessToldDto], description: 'What our letters have said of places.' })
  readonly told: AccessToldDto[];
}

export class AccessEventDto extends PickType(AuditEventDto, [
  'occurredAt',
  'action',
  'subjectType',
  'before',
  'after',
]) {}

export class AccessStaffUserDto extends PickType(UserDto, ['id', 'email', 'enabled']) {
  @ApiMoment() readonly createdDate: string;
}

export class AccessReportDto implements AccessReport {
  @ApiProperty({ example: EXAMPLE.email, description: 'Lower case.' }) readonly email: string;
  @ApiMoment() readonly madeAt: string;
  @ApiMoment({ nullable: true }) readonly suppressedAt: string | null;
  @ApiProperty({ type: [AccessFamilyDto] }) readonly families: AccessFamilyDto[];
  @ApiProperty({ type: [AccessMailDto] }) readonly mails: AccessMailDto[];
  @ApiProperty({ type: [AccessLinkDto] }) readonly links: AccessLinkDto[];
  @ApiProperty({ type: [AccessInvitationDto] }) readonly invitations: AccessInvitationDto[];
  @ApiProperty({ type: [AccessEventDto] }) readonly events: AccessEventDto[];

  @ApiProperty({ type: AccessStaffUserDto, nullable: true })
  readonly staffUser: AccessStaffUserDto | null;
}

export class ErasureReceiptDto implements ErasureReceipt {
  @ApiProperty({ example: 'E-K7QW3-H2M9X' }) readonly number: string;
  @ApiMoment() readonly erasedAt: string;

  @ApiProperty({ example: 1, description: 'Id of the staff user.' })
  readonly erasedBy: number;

  @ApiProperty({
    type: 'object',
    properties: Object.fromEntries(
      ERASED_KINDS.map((kind) => [kind, { type: 'integer', example: 1 }]),
    ),
    required: [...ERASED_KINDS],
  })
  readonly counts: ErasureReceipt['counts'];
}
