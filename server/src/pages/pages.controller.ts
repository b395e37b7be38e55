import { fileURLToPath } from 'node:url';

import { ADMIN_API_PATH, ADMIN_BASE_PATH, BASE_PATH, MESSAGES } from '@kidlab/contract';
import { All, Controller, Get, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';

import { notFound } from '../common/http-error.js';
import { WithoutSession } from '../common/staff.js';
import { Environment } from '../config/environment.js';
import { SiteConfigurationService } from '../registration/site-configuration.service.js';
import { allowStyles, allowStylesOfScripts } from './content-security-policy.js';
import { PageStore, type PageValues } from './page-store.js';

/** The build folder of a frontend app, relative to `src` and to `dist`. */
export function buildFolder(program: 'public-site' | 'admin'): string {
  return fileURLToPath(new URL(`../../../${program}/dist`, import.meta.url));
}

/** The pages of both frontend apps. Registered last, because the routes match every path. */
@Controller()
@ApiExcludeController()
export class PagesController {
  private readonly publicSite: PageStore;
  private readonly portal: PageStore;

  constructor(
    environment: Environment,
    private readonly siteConfiguration: SiteConfigurationService,
  ) {
    const words = {
      SITE_URL: environment.publicBaseUrl,
      LAB_NAME: environment.labName,
      PRODUCT_NAME: environment.productName,
      EMPLOYEE_REFERRAL_LABEL: environment.employeeReferralLabel,
      SUPPORT_EMAIL: environment.supportEmail,
      CONFIRMATION_WINDOW_HOURS: String(environment.confirmationWindowHours),
      LAB_TIME_ZONE: environment.labTimeZone,
      STAFF_EMAIL_DOMAIN: environment.staffEmailDomain,
    };
    this.publicSite = new PageStore(buildFolder('public-site'), words);
    this.portal = new PageStore(buildFolder('admin'), words);
  }

  @Get('/')
  root(@Res() response: Response): void {
    response.redirect(`${BASE_PATH}/`);
  }

  /** Unknown staff endpoints return a JSON 404, never a page. */
  @WithoutSession()
  @All([ADMIN_API_PATH, `${ADMIN_API_PATH}/*path`])
  unknownStaffCall(): never {
    throw notFound(MESSAGES.notFound);
  }

  @Get([ADMIN_BASE_PATH, `${ADMIN_BASE_PATH}/*path`])
  portalPage(@Req() request: Request, @Res() response: Response): void {
    this.send(request, response, ADMIN_BASE_PATH, this.portal, {
      styleNonce: allowStylesOfScripts(response),
    });
  }

  @Get([BASE_PATH, `${BASE_PATH}/*path`])
  publicPage(@Req() request: Request, @Res() response: Response): void {
    allowStyles(response, this.publicSite.styleSources);
    this.send(request, response, BASE_PATH, this.publicSite, {
      config: this.siteConfiguration.current(),
    });
  }

  private send(
    request: Request,
    response: Response,
    base: string,
    store: PageStore,
    values: PageValues,
  ): void {
    const path = request.path.slice(base.length);
    // Redirect the base path to the URL with a trailing slash, which the app's links use.
    const redirect = path === '' ? '/' : store.lowerCasePath(path);
    if (redirect !== null) {
      const query = request.originalUrl.slice(request.path.length);
      response.redirect(`${base}${redirect}${query}`);
      return;
    }
    const page = store.page(path, values);
    if (page === null) {
      response
        .status(503)
        .type('text/plain')
        .send('The pages are not built yet: run "npm run build".');
      return;
    }
    response.setHeader('Cache-Control', 'no-cache');
    response.type('html').send(page);
  }
}
