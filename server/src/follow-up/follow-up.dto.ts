import { EMAIL_PARAMETER, type FollowUpResponse } from '@kidlab/contract';
import { ApiProperty } from '@nestjs/swagger';

import { EXAMPLE, MessageDto } from '../common/api.js';
import { Field } from '../common/field.js';
import { plusForSpace } from '../common/query-address.js';

export class FollowUpDto extends MessageDto implements FollowUpResponse {
  @ApiProperty({ example: 12, description: 'Second notices that this call has queued.' })
  readonly queued: number;
}

export class ResendDto {
  @Field(EMAIL_PARAMETER, { as: plusForSpace, example: EXAMPLE.email })
  readonly email: string;
}
