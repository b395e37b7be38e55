import {
  type ConsentRecord,
  type Indicator,
  INDICATORS,
  REFERRAL_SOURCES,
  type ReferralSource,
  SEARCH_STATES,
  type SearchState,
  type StaffFamily,
  type StaffFamilyDetails,
} from '@kidlab/contract';
import { ApiProperty } from '@nestjs/swagger';

import { ChildRecordDto } from '../children/child.dto.js';
import { ApiMoment, EXAMPLE } from '../common/api.js';
import { GuardianDto } from '../guardians/guardian.dto.js';
import { RecordDto } from './record.dto.js';

export class FamilyDto extends RecordDto implements StaffFamily {
  @ApiProperty({ example: EXAMPLE.guid })
  readonly guid: string;

  @ApiProperty({ example: EXAMPLE.email })
  readonly email: string;

  @ApiProperty({ example: 'Okafor' })
  readonly familyName: string;

  @ApiProperty({ enum: REFERRAL_SOURCES })
  readonly referredBy: ReferralSource;

  @ApiProperty({ enum: INDICATORS })
  readonly okayToContactIndicator: Indicator;

  @ApiProperty({ example: '94608' })
  readonly zipCode: string;

  @ApiProperty({ example: 'Emeryville', description: 'Of the zip code; empty for an unknown one.' })
  readonly city: string;

  @ApiProperty({ enum: SEARCH_STATES })
  readonly state: SearchState;

  @ApiProperty({
    description: 'Awaits confirmation, and the link that was mailed last is not valid any more.',
  })
  readonly confirmationExpired: boolean;

  @ApiMoment({ nullable: true })
  readonly firstEmailSentDate: string | null;

  @ApiMoment({ nullable: true })
  readonly secondEmailSentDate: string | null;
}

export class ConsentDto implements ConsentRecord {
  @ApiProperty({ example: '2026-11-20', description: 'Of the text.' })
  readonly version: string;

  @ApiMoment()
  readonly acceptedAt: string;

  @ApiProperty({ type: String, nullable: true, example: 'https://lab.example.org' })
  readonly origin: string | null;

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
    description: '`null` for a family that staff have added.',
  })
  readonly consent: ConsentDto | null;

  @ApiProperty({ type: [GuardianDto], description: 'Primary first, then by id.' })
  readonly guardians: GuardianDto[];

  @ApiProperty({ type: [ChildRecordDto], description: 'By id.' })
  readonly children: ChildRecordDto[];
}
