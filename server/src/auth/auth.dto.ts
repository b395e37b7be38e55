import {
  loginForm,
  type SecondFactorAsked,
  type SetPasswordRequest,
  type SetPasswordStatus,
  type SignedInUser,
  type SignInRequest,
} from '@kidlab/contract';
import { ApiProperty } from '@nestjs/swagger';

import { EXAMPLE } from '../common/api.js';
import { Field, lowerCase, PasswordField } from '../common/field.js';

export class SignInDto implements SignInRequest {
  @Field((lab) => loginForm(lab).username, { as: lowerCase, example: EXAMPLE.staff })
  readonly username: string;

  @PasswordField((lab) => loginForm(lab).password) readonly password: string;
}

export class SignedInUserDto implements SignedInUser {
  @ApiProperty({ example: EXAMPLE.staff }) readonly email: string;
  @ApiProperty() readonly isUserAdmin: boolean;

  @ApiProperty({ example: 20, description: 'The session ends after so many without a call.' })
  readonly idleTimeoutMinutes: number;

  @ApiProperty({
    type: Boolean,
    required: false,
    enum: [true],
    description: 'Until a second factor is set up, every other staff call answers 403.',
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

export class SetPasswordDto extends PasswordLinkDto implements SetPasswordRequest {
  @PasswordField() readonly password: string = '';
}

export class SetPasswordStatusDto implements SetPasswordStatus {
  @ApiProperty() readonly valid: boolean;
}

export class ForgotPasswordDto {
  @Field((lab) => loginForm(lab).username, { as: lowerCase, example: EXAMPLE.staff })
  readonly email: string;
}
