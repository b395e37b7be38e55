import {
  type EnteredCode,
  enteredCode,
  type RecoveryCodes,
  type SecondFactorProof,
  type SecondFactorSetup,
  type SecondFactorSignedIn,
  type SecondFactorStatus,
  type StaffMfa,
} from '@kidlab/contract';
import { ApiProperty } from '@nestjs/swagger';

import { ApiMoment } from '../common/api.js';
import { invalidInput } from '../common/failures.js';
import { Field, PasswordField } from '../common/field.js';
import { STAFF_MESSAGES } from '../common/messages.js';
import { SignedInUserDto } from './auth.dto.js';

const CODE = {
  example: '123456',
  description: 'Six digits of the authenticator app, or a recovery code.',
};

export class SecondFactorCodeDto {
  @Field({ required: STAFF_MESSAGES.codeNeeded }, CODE) readonly code: string;
}

export class SecondFactorProofDto implements SecondFactorProof {
  @PasswordField({ required: STAFF_MESSAGES.passwordNeeded }) readonly password: string;
  @Field({}, CODE) readonly code: string = '';
}

/** The code of the app or of paper. @throws 400 naming `code` when it is missing or can be neither. */
export function readCode(code: string): EnteredCode {
  const entered = enteredCode(code);
  if (entered !== null) return entered;
  const message = code === '' ? STAFF_MESSAGES.codeNeeded : STAFF_MESSAGES.codeUnreadable;
  throw invalidInput([{ field: 'code', message }]);
}

export class SecondFactorSignedInDto extends SignedInUserDto implements SecondFactorSignedIn {
  @ApiProperty({
    type: Number,
    nullable: true,
    example: 9,
    description: 'After one was used; `null` when the app’s code was.',
  })
  readonly recoveryCodesLeft: number | null;
}

export class SecondFactorStatusDto implements SecondFactorStatus {
  @ApiProperty({ enum: ['off', 'optional', 'required'] satisfies StaffMfa[] })
  readonly policy: StaffMfa;

  @ApiProperty() readonly isOn: boolean;
  @ApiMoment({ nullable: true }) readonly confirmedAt: string | null;
  @ApiProperty({ example: 9 }) readonly recoveryCodesLeft: number;
  @ApiProperty({ description: 'This user cannot switch it off.' }) readonly isRequired: boolean;
}

class QrCodeDto {
  @ApiProperty({ example: 53, description: 'Squares on each side.' }) readonly size: number;

  @ApiProperty({ example: 'M4 4h7v1h-7z', description: 'The dark squares as an SVG path.' })
  readonly path: string;
}

export class SecondFactorSetupDto implements SecondFactorSetup {
  @ApiProperty({ example: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', description: 'Base32.' })
  readonly key: string;

  @ApiProperty({
    example:
      'otpauth://totp/Kid%20Lab:sam@example.org?issuer=Kid%20Lab&secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
  })
  readonly uri: string;

  @ApiProperty({ type: QrCodeDto }) readonly qrCode: QrCodeDto;
}

/** Shown once: the server keeps hashes. */
export class RecoveryCodesDto implements RecoveryCodes {
  @ApiProperty({ type: [String], example: ['0123-4567-89ab-cdef-ghjk-mnpq'] })
  readonly recoveryCodes: string[];
}
