import {
  BOT_CHECKS,
  type BotCheckKind,
  CONFIRMATION_FORM,
  type ConfirmRequest,
  type FieldRule,
  GUARDIAN_FORM,
  INVALID_LINK_REASONS,
  type InvalidLinkReason,
  personName,
  type ReferralSource,
  type RegisterRequest,
  type RegisterResponse,
  type RegistrationDraft,
  type Relationship,
  type SiteConfig,
} from '@kidlab/contract';
import { ApiProperty, OmitType } from '@nestjs/swagger';

import { DraftChildDto } from '../children/child.dto.js';
import { EXAMPLE } from '../common/api.js';
import { Field, lowerCase, queriedAddress } from '../common/field.js';

const TOKEN = {
  example: 'eyJhbGdvcml0aG0iOiJTSEEtMjU2In0=',
  description: 'Of the bot check that is on.',
};

/** The rule without `required`, for fields that have no input on the page. */
const optional = ({ required: _required, ...rule }: FieldRule): FieldRule => rule;

export class RegisterDto implements RegisterRequest {
  @Field(GUARDIAN_FORM.guardianFirstName, { example: 'Amara' })
  readonly guardianFirstName: string;

  @Field(GUARDIAN_FORM.guardianLastName, { example: 'Okafor' })
  readonly guardianLastName: string;

  @Field(GUARDIAN_FORM.email, { as: lowerCase, example: EXAMPLE.email }) readonly email: string;
  @Field(GUARDIAN_FORM.zipCode, { example: '94608' }) readonly zipCode: string;

  @Field(GUARDIAN_FORM.primaryPhone, { example: '(510) 555-0101' })
  readonly primaryPhone: string;

  @Field(GUARDIAN_FORM.relationshipToChild) readonly relationshipToChild: Relationship;
  @Field(GUARDIAN_FORM.referredBy) readonly referredBy: ReferralSource;

  @Field(optional(personName('Family name', '')), {
    example: 'Okafor',
    description: 'The guardian’s last name when left out.',
  })
  readonly familyName: string = '';

  @Field(optional(GUARDIAN_FORM.email), {
    example: EXAMPLE.email,
    description: 'Ignored: only the family’s address gets confirmed.',
  })
  readonly guardianEmail: string = '';

  @Field({}, TOKEN) readonly recaptchaToken: string = '';
}

export class RegisteredDto implements RegisterResponse {
  @ApiProperty({ example: EXAMPLE.guid }) readonly guid: string;
}

export class DraftQueryDto {
  @Field({}, { example: EXAMPLE.guid, description: 'The guid of the draft.' })
  readonly guid: string = '';
}

export class DraftDto
  extends OmitType(RegisterDto, ['recaptchaToken', 'familyName', 'guardianEmail'])
  implements RegistrationDraft
{
  @ApiProperty({ example: EXAMPLE.guid }) readonly guid: string;
  @ApiProperty({ example: '1-41.1' }) readonly version: string;

  @ApiProperty({ example: false, description: 'The agreement was accepted.' })
  readonly awaitingConfirmation: boolean;

  @ApiProperty({ type: [DraftChildDto] }) readonly children: DraftChildDto[];
}

/** Any text: an unknown address is not an error. */
export class GuidQueryDto {
  @Field({}, { as: queriedAddress, example: EXAMPLE.email }) readonly email: string = '';
}

export class ConfirmDto implements ConfirmRequest {
  @Field(CONFIRMATION_FORM.email, { as: lowerCase, example: EXAMPLE.email }) readonly email: string;
  @Field(CONFIRMATION_FORM.zipCode, { example: '94608' }) readonly zipCode: string;
  @Field({}, TOKEN) readonly recaptchaToken: string = '';
}

export class ConfirmationStatusDto {
  @ApiProperty({ example: true }) readonly valid: boolean;

  @ApiProperty({ enum: INVALID_LINK_REASONS, required: false, description: 'Why it is not.' })
  readonly reason?: InvalidLinkReason;

  @ApiProperty({
    type: Boolean,
    enum: [true],
    required: false,
    description: 'Any zip code is accepted and replaces the family’s.',
  })
  readonly zipCodeMayChange?: true;
}

class CalendarMonthDto {
  @ApiProperty({ example: 2026 }) readonly year: number;
  @ApiProperty({ example: 11 }) readonly month: number;
}

export class SiteConfigDto implements SiteConfig {
  @ApiProperty({ enum: BOT_CHECKS }) readonly botCheck: BotCheckKind;

  @ApiProperty({ type: String, nullable: true, example: null, description: 'Of reCAPTCHA.' })
  readonly botCheckSiteKey: string | null;

  @ApiProperty({ example: 'Kid Lab' }) readonly labName: string;
  @ApiProperty({ example: 'Kid Lab' }) readonly productName: string;
  @ApiProperty({ example: 'Lab Employee' }) readonly employeeReferralLabel: string;
  @ApiProperty({ example: 'kidlab-support@example.org' }) readonly supportEmail: string;
  @ApiProperty({ example: '2026-11-20' }) readonly agreementVersion: string;

  @ApiProperty({ example: 1, description: 'Life of a draft after the session’s last call.' })
  readonly registrationTokenHours: number;

  @ApiProperty({ example: 72, description: 'Life of a mailed link.' })
  readonly confirmationWindowHours: number;

  @ApiProperty({ type: CalendarMonthDto, description: 'On the lab’s calendar.' })
  readonly today: CalendarMonthDto;
}

/** A challenge of altcha-lib. */
export class ChallengeDto {
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    example: { algorithm: 'PBKDF2/SHA-256' },
  })
  readonly parameters: object;

  @ApiProperty({ required: false, example: '5f2d' }) readonly signature?: string;
}
