import {
  loginForm,
  type RecoveryCodes,
  type SecondFactorAsked,
  type SecondFactorProof,
  type SecondFactorSetup,
  type SecondFactorSignedIn,
  type SecondFactorStatus,
  type SignedInUser,
  type SignInRequest,
  type StaffMfa,
} from '@kidlab/contract';
import { ApiProperty } from '@nestjs/swagger';

import { ApiMoment, EXAMPLE } from '../common/api.js';
import { Field, lowerCase, PasswordField } from '../common/field.js';
import { STAFF_MESSAGES } from '../common/messages.js';

export class SignInDto implements SignInRequest {
  @Field((lab) => loginForm(lab).username, { as: lowerCase, example: EXAMPLE.staff })
  readonly username: string;

  @PasswordField((lab) => loginForm(lab).password) readonly password: string;
}

export class SignedInUserDto implements SignedInUser {
  @ApiProperty({ example: EXAMPLE.staff }) readonly email: string;
  @ApiProperty() readonly isUserAdmin: boolean;

  @ApiProperty({ example: 20, description: 'The session ends after this time without a call.' })
  readonly idleTimeoutMinutes: number;

  @ApiProperty({
    type: Boolean,
    required: false,
    enum: [true],
    description: 'Until the user sets up a second factor, every other staff call answers 403.',
  })
  readonly mustSetUpSecondFactor?: true;
}

export class SecondFactorAskedDto implements SecondFactorAsked {
  @ApiProperty({ enum: ['required'] }) readonly secondFactor: 'required';
}

export class PasswordLinkDto {
  @Field({}, { example: 'Q2xpbWIgdGhlIHRyZWUsIGZseSB0aGUga2l0ZSwgcm9sbA' })
  readonly token: string = '';
}

export class SetPasswordDto extends PasswordLinkDto {
  @PasswordField() readonly password: string = '';
}

export class SetPasswordStatusDto {
  @ApiProperty() readonly valid: boolean;
}

export class ForgotPasswordDto {
  @Field((lab) => loginForm(lab).username, { as: lowerCase, example: EXAMPLE.staff })
  readonly email: string;
}

const CODE = {
  example: '123456',
  description: 'Six digits from the authenticator app, or a recovery code.',
};

export class SecondFactorCodeDto {
  @Field({ required: STAFF_MESSAGES.codeNeeded }, CODE) readonly code: string;
}

export class SecondFactorProofDto implements SecondFactorProof {
  @PasswordField({ required: STAFF_MESSAGES.passwordNeeded }) readonly password: string;
  @Field({}, CODE) readonly code: string = '';
}

export class SecondFactorSignedInDto extends SignedInUserDto implements SecondFactorSignedIn {
  @ApiProperty({
    type: Number,
    nullable: true,
    example: 9,
    description: 'After a recovery code was used; otherwise `null`.',
  })
  readonly recoveryCodesLeft: number | null;
}

export class SecondFactorStatusDto implements SecondFactorStatus {
  @ApiProperty({ enum: ['off', 'optional', 'required'] satisfies StaffMfa[] })
  readonly policy: StaffMfa;

  @ApiProperty() readonly isOn: boolean;
  @ApiMoment({ nullable: true }) readonly confirmedAt: string | null;
  @ApiProperty({ example: 9 }) readonly recoveryCodesLeft: number;
  @ApiProperty({ description: 'Whether this user must keep it on.' }) readonly isRequired: boolean;
}

export class SecondFactorSetupDto implements SecondFactorSetup {
  @ApiProperty({ example: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', description: 'Base32.' })
  readonly key: string;

  @ApiProperty({
    example:
      'otpauth://totp/Kid%20Lab:sam@example.org?issuer=Kid%20Lab&secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
  })
  readonly uri: string;

  @ApiProperty({
    example: 'data:image/png;base64,iVBORw0KGgo=',
    description: 'The URI as a picture.',
  })
  readonly qrCode: string;
}

/** Shown once: the server only keeps hashes. */
export class RecoveryCodesDto implements RecoveryCodes {
  @ApiProperty({ type: [String], example: ['0123-4567-89ab-cdef-ghjk-mnpq'] })
  readonly recoveryCodes: string[];
}
