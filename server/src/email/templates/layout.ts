import { COLORS } from './colors.js';

const { light, dark } = COLORS;
const FONT =
  "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const TEXT = `margin:0 0 16px;${FONT};font-size:17px;line-height:26px;color:${light.ink}`;
const SMALL = `margin:0 0 12px;${FONT};font-size:15px;line-height:23px;color:${light.quiet}`;

/**
 * The HTML part. Tables and inline styles, because mail programs drop the rest; one column that shrinks to a phone;
 * the style sheet is for dark mode alone and may be lost.
 */
export const HTML_LAYOUT = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>{{subject}}</title>
<style>
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .paper { background-color: ${dark.paper} !important; }
  .card { background-color: ${dark.card} !important; border-color: ${dark.line} !important; }
  .ink { color: ${dark.ink} !important; }
  .quiet { color: ${dark.quiet} !important; border-color: ${dark.line} !important; }
  .link { color: ${dark.brand} !important; }
  .button { background-color: ${dark.brand} !important; }
  .button-text { color: ${dark.onBrand} !important; border-color: ${dark.brand} !important; }
}
</style>
</head>
<body class="paper" style="margin:0;padding:0;background-color:${light.paper};-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">{{preheader}}</div>
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color:${light.paper}">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px">
<tr><td style="padding:0 4px 16px">
<p class="ink" style="margin:0;${FONT};font-size:20px;line-height:28px;font-weight:700;color:${light.ink}">{{brand.labName}}</p>
</td></tr>
<tr><td class="card" style="padding:28px 24px;background-color:${light.card};border:1px solid ${light.line};border-radius:12px">
<h1 class="ink" style="margin:0 0 20px;${FONT};font-size:25px;line-height:33px;font-weight:700;color:${light.ink}">{{heading}}</h1>
<p class="ink" style="${TEXT}">{{greeting}}</p>
{{#each paragraphs}}
<p class="ink" style="${TEXT}">{{this}}</p>
{{/each}}
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px">
<tr><td class="button" align="center" style="background-color:${light.brand};border-radius:8px">
<a class="button-text" href="{{action.link}}" style="display:inline-block;padding:13px 26px;${FONT};font-size:17px;line-height:24px;font-weight:700;color:${light.onBrand};text-decoration:none;border:1px solid ${light.brand};border-radius:8px">{{action.label}}</a>
</td></tr>
</table>
<p class="quiet" style="${SMALL}">If the button does not work, copy this address into your browser:<br><a class="link" href="{{action.link}}" style="color:${light.brand};word-break:break-all">{{action.link}}</a></p>
{{#if aside}}
<p class="quiet" style="${SMALL};padding-top:16px;border-top:1px solid ${light.line}">{{aside.text}}<br><a class="link" href="{{aside.link}}" style="color:${light.brand}">{{aside.label}}</a></p>
{{/if}}
</td></tr>
<tr><td style="padding:20px 4px 0">
<p class="quiet" style="${SMALL}">Questions? Write to <a class="link" href="mailto:{{brand.supportEmail}}" style="color:${light.brand}">{{brand.supportEmail}}</a>.</p>
<p class="quiet" style="${SMALL}">This email was sent automatically by {{brand.labName}}.</p>
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;

/** The plain-text part: each link on a line of its own. */
export const TEXT_LAYOUT = `{{greeting}}

{{#each paragraphs}}
{{this}}

{{/each}}
{{action.label}}:
{{action.link}}

{{#if aside}}
{{aside.text}}
{{aside.label}}:
{{aside.link}}

{{/if}}
Questions? Write to {{brand.supportEmail}}.

-- 
{{brand.labName}}
This email was sent automatically.
`;
