import type { Indicator } from '@kidlab/contract';
import { INDICATORS } from '@kidlab/contract';
import { ApiProperty } from '@nestjs/swagger';

import { ApiMoment, EXAMPLE } from '../common/api.js';

/** Who made and who changed a record, and when. */
export class AuditFieldsDto {
  @ApiMoment()
  readonly createdDate: string;

  @ApiProperty({ example: 'Registration Site' })
  readonly createdBy: string;

  @ApiMoment()
  readonly modifiedDate: string;

  @ApiProperty({ example: EXAMPLE.staff })
  readonly modifiedBy: string;
}

/** What every record that staff read carries beside its own fields. */
export class RecordDto extends AuditFieldsDto {
  @ApiProperty({ example: 17 })
  readonly id: number;

  @ApiProperty({ example: 1, description: 'Goes up with each save.' })
  readonly version: number;

  @ApiProperty({ type: String, nullable: true, example: null, description: 'Kept as sent.' })
  readonly eml: string | null;

  @ApiProperty({ enum: INDICATORS })
  readonly registeredIndicator: Indicator;

  @ApiMoment({ nullable: true })
  readonly registeredDate: string | null;

  @ApiProperty({ enum: INDICATORS })
  readonly disabledIndicator: Indicator;
}

/** A record of a family's member. */
export class MemberDto extends RecordDto {
  @ApiProperty({ example: 17 })
  readonly familyId: number;

  @ApiProperty({ example: EXAMPLE.guid })
  readonly familyGuid: string;

  @ApiProperty({ example: 'Okafor' })
  readonly familyName: string;
}
