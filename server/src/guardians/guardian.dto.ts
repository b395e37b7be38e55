import {
  type Indicator,
  INDICATORS,
  type Relationship,
  RELATIONSHIPS,
  type StaffGuardian,
} from '@kidlab/contract';
import { ApiProperty } from '@nestjs/swagger';

import { EXAMPLE } from '../common/api.js';
import { MemberDto } from '../families/record.dto.js';

export class GuardianDto extends MemberDto implements StaffGuardian {
  @ApiProperty({ example: 'Amara' })
  readonly firstName: string;

  @ApiProperty({ example: 'Okafor' })
  readonly lastName: string;

  @ApiProperty({ example: EXAMPLE.email })
  readonly email: string;

  @ApiProperty({ example: EXAMPLE.email })
  readonly familyEmail: string;

  @ApiProperty({ example: '(510) 555-0101' })
  readonly primaryPhone: string;

  @ApiProperty({ example: '94608' })
  readonly zipCode: string;

  @ApiProperty({ example: 'Emeryville', description: 'Of the zip code; empty for an unknown one.' })
  readonly city: string;

  @ApiProperty({ enum: RELATIONSHIPS })
  readonly relationshipToChild: Relationship;

  @ApiProperty({ enum: INDICATORS, description: 'Exactly one guardian of a family is primary.' })
  readonly isPrimaryIndicator: Indicator;

  @ApiProperty({ type: String, nullable: true, example: 'Prefers mornings.' })
  readonly notes: string | null;
}
