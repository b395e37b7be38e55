import {
  faultOf,
  type Indicator,
  INDICATORS,
  STAFF_EMAIL,
  type StaleRecordBody,
} from '@kidlab/contract';
import { applyDecorators, HttpStatus } from '@nestjs/common';
import { ApiExtraModels, ApiProperty, ApiResponse, PickType } from '@nestjs/swagger';

import { ApiMoment, ErrorBodyDto, EXAMPLE, oneOf } from '../common/api.js';
import { Check, Field, lowerCase } from '../common/field.js';
import { WholeNumber } from '../common/filter-fields.js';
import { staleRecordMessage } from '../common/messages.js';
import { POSITIVE_INTEGER } from '../common/simple-rest.js';

export class AuditFieldsDto {
  @ApiMoment() readonly createdDate: string;
  @ApiProperty({ example: 'Registration Site' }) readonly createdBy: string;
  @ApiMoment() readonly modifiedDate: string;
  @ApiProperty({ example: EXAMPLE.staff }) readonly modifiedBy: string;
}

/** Fields of every family, guardian and child. */
export class RecordDto extends AuditFieldsDto {
  @ApiProperty({ example: 17 }) readonly id: number;
  @ApiProperty({ example: 1, description: 'Goes up with each save.' }) readonly version: number;

  @ApiProperty({ type: String, nullable: true, example: null, description: 'Kept as sent.' })
  readonly eml: string | null;

  @ApiProperty({ enum: INDICATORS }) readonly registeredIndicator: Indicator;
  @ApiMoment({ nullable: true }) readonly registeredDate: string | null;

  @ApiProperty({ enum: INDICATORS, description: '`Y`: kept, but never mailed nor invited.' })
  readonly disabledIndicator: Indicator;
}

export class MemberDto extends RecordDto {
  @ApiProperty({ example: 17 }) readonly familyId: number;
  @ApiProperty({ example: EXAMPLE.guid }) readonly familyGuid: string;
  @ApiProperty({ example: 'Okafor' }) readonly familyName: string;
}

/** Names the family of a new guardian or child. `@FamilyAddress` adds the family's address. */
export class FamilyLinkDto {
  @WholeNumber({ min: 1, max: Number.MAX_SAFE_INTEGER }, { example: null })
  readonly familyId?: number;

  @Field({}, { example: '' }) readonly familyGuid?: string;
}

/** The family's address, required when nothing else names the family. */
export function FamilyAddress(): PropertyDecorator {
  return applyDecorators(
    Field(
      {},
      {
        as: lowerCase,
        example: EXAMPLE.email,
        description: 'The family’s; required without `familyId` and `familyGuid`.',
      },
    ),
    Check('family', (email = '', _, { familyId, familyGuid = '' }: FamilyLinkDto) =>
      familyId === undefined && familyGuid === '' && typeof email === 'string'
        ? faultOf(STAFF_EMAIL, email)
        : null,
    ),
  );
}

/** The version that the client read. Without one, the change is always saved. */
export function SeenVersion(): PropertyDecorator {
  return WholeNumber(POSITIVE_INTEGER, { example: 1 });
}

class CurrentRecordDto extends PickType(RecordDto, ['modifiedBy', 'modifiedDate', 'version']) {
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string' },
    example: { familyName: 'Okafor' },
    description: 'Stored values, as text, of the fields that the request would change.',
  })
  readonly fields: Readonly<Record<string, string>>;
}

class StaleRecordDto extends ErrorBodyDto implements StaleRecordBody {
  @ApiProperty({ type: CurrentRecordDto, description: 'Who saved it in between, and when.' })
  readonly current: CurrentRecordDto;
}

/** 409 of an update: the version is outdated, or one of these messages. */
export function ApiStaleRecord(...others: string[]): MethodDecorator {
  const schema = oneOf(StaleRecordDto, ErrorBodyDto);
  return applyDecorators(
    ApiExtraModels(StaleRecordDto, ErrorBodyDto),
    ApiResponse({
      status: HttpStatus.CONFLICT,
      description: [staleRecordMessage(EXAMPLE.staff), ...others].join(' · '),
      content: { 'application/json': { schema } },
    }),
  );
}
