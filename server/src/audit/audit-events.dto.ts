import type { AuditEventRow } from '@kidlab/contract';
import { ApiProperty } from '@nestjs/swagger';

import { ApiMoment, EXAMPLE } from '../common/api.js';

const VALUES = { type: 'object', additionalProperties: true, nullable: true } as const;

export class AuditEventDto implements AuditEventRow {
  @ApiProperty({ example: 1204 })
  readonly id: number;

  @ApiMoment()
  readonly occurredAt: string;

  @ApiProperty({
    example: EXAMPLE.staff,
    description: 'A staff user, `Registration Site` or `system`.',
  })
  readonly actor: string;

  @ApiProperty({ example: 'family.updated' })
  readonly action: string;

  @ApiProperty({ example: 'family' })
  readonly subjectType: string;

  @ApiProperty({ type: String, nullable: true, example: EXAMPLE.guid })
  readonly subjectId: string | null;

  @ApiProperty({ ...VALUES, example: { okayToContactIndicator: 'Y' } })
  readonly before: object | null;

  @ApiProperty({ ...VALUES, example: { okayToContactIndicator: 'N' } })
  readonly after: object | null;
}
