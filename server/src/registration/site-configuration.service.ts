import { AGREEMENT_VERSION, type SiteConfig } from '@kidlab/contract';
import { Injectable } from '@nestjs/common';

import { LabCalendar } from '../common/lab.js';
import { Environment } from '../config/environment.js';

/** The server's configuration for the public site, without secrets. */
@Injectable()
export class SiteConfigurationService {
  constructor(
    private readonly environment: Environment,
    private readonly calendar: LabCalendar,
  ) {}

  current(): SiteConfig {
    const { environment } = this;
    const { year, month } = this.calendar.today();
    return {
      botCheck: environment.botCheck,
      botCheckSiteKey: environment.botCheck === 'recaptcha' ? environment.recaptchaSiteKey : null,
      labName: environment.labName,
      productName: environment.productName,
      employeeReferralLabel: environment.employeeReferralLabel,
      supportEmail: environment.supportEmail,
      agreementVersion: AGREEMENT_VERSION,
      registrationTokenHours: environment.registrationTokenHours,
      confirmationWindowHours: environment.confirmationWindowHours,
      today: { year, month },
    };
  }
}
