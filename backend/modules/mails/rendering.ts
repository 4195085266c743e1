import type { Services } from "#backend/http/services";
import type { OptionalTopic } from "#contract/accounts/notifications";
import { cut } from "#contract/formats/cut";
import type { Locale } from "#contract/formats/locale";
import type { Read } from "#contract/formats/localized-text";
import { colours } from "./colours.ts";
import { markdownMail } from "./markdown.ts";
import type { MailTopic } from "./topics.ts";

/** A text in Markdown with the label of its button. Its language may not be the reader's. */
export type OwnText = { body: Read; label?: string };

export type MailContent = {
  topic: MailTopic;
  locale: Locale;
  /** Missing for a shared mailbox. */
  firstName?: string;
  /** Where the button leads, if there is one; a path of the site. */
  path?: string;
  values: Record<string, string>;
  /** What its recipient may stop, and the page where. */
  stop?: { topic: OptionalTopic; url: string };
  /** In place of the topic's text. */
  own?: OwnText;
};

/** A mail in both forms; the HTML one says nothing more than the text. Values are escaped, line breaks are paragraphs. */
export function renderMail({ translate, settings }: Pick<Services, "translate" | "settings">, content: MailContent) {
  const { topic, locale, firstName, path, values, own, stop } = content;
  const { organisation, publicUrl, primaryColour, logoId } = settings;
  const t = (key: string, more?: Record<string, string>) =>
    translate(locale, `mails:${key}`, { organisation, firstName, ...values, ...more });
  const subject = oneLine(t(`${topic}.subject`));
  const hello = t(firstName ? "frame.hello" : "frame.helloAll");
  const written = own && markdownMail(own.body, { locale, publicUrl, primaryColour });
  const paragraphs = [hello, ...(written ? [] : t(`${topic}.text`).split(/\r?\n/).filter(Boolean))];
  const url = `${publicUrl}${locale === "en" ? "/en" : ""}${path}`;
  const button = path === undefined ? undefined : { label: own?.label ?? t(`${topic}.button`), url, link: t("frame.link", { url }) };
  const why = t("frame.why", { reason: t(`${topic}.reason`) });
  const leave = stop && { label: t(`frame.stop.${stop.topic}`), url: stop.url };
  const closing = [t("frame.noReply"), t("frame.bye"), t("frame.signature")];
  const text = [
    ...paragraphs,
    ...(written ? [written.text] : []),
    ...(button ? [`${button.label}\n${button.url}`] : []),
    ...closing,
    why,
    ...(leave ? [`${leave.label}\n${leave.url}`] : []),
  ].join("\n\n");
  const html = frame({
    locale,
    subject,
    paragraphs,
    written: written?.html,
    button,
    closing,
    why,
    leave,
    publicUrl,
    organisation,
    primaryColour,
    logoId,
  });
  return { subject, text, html };
}

function oneLine(text: string): string {
  return cut(text.replace(/[\r\n]+/g, " "), 120);
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

type Frame = {
  locale: Locale;
  subject: string;
  paragraphs: string[];
  /** Safe HTML that follows them. */
  written?: string;
  button?: { label: string; url: string; link: string };
  closing: string[];
  why: string;
  leave?: { label: string; url: string };
  publicUrl: string;
  organisation: string;
  primaryColour: keyof typeof colours;
  logoId?: string | null;
};

const cell = (style: string, content: string) => `<tr><td class="pad" style="padding:${style}">${content}</td></tr>`;
const lines = (texts: string[]) => texts.map(escapeHtml).join("<br>");

function pill({ url, label }: NonNullable<Frame["button"]>, colour: Frame["primaryColour"]): string {
  return cell(
    "24px 40px 0",
    `<table role="presentation" cellpadding="0" cellspacing="0"><tr><td style="background:${colours[colour]};border-radius:99px"><a href="${escapeHtml(url)}" style="display:inline-block;padding:15px 28px;color:#ffffff;font-size:17px;font-weight:700;text-decoration:none">${escapeHtml(label)}</a></td></tr></table>`,
  );
}

function frame({
  locale,
  subject,
  paragraphs,
  written,
  button,
  closing,
  why,
  leave,
  publicUrl,
  organisation,
  primaryColour,
  logoId,
}: Frame): string {
  const logo = logoId
    ? `<img src="${escapeHtml(publicUrl)}/images/local/320@1x/${logoId}.webp" height="48" alt="${escapeHtml(organisation)}" style="display:block;border:0;height:48px;width:auto">`
    : `<img src="${escapeHtml(publicUrl)}/logo/mail@2x.png" width="136" height="32" alt="${escapeHtml(organisation)}" style="display:block;border:0">`;
  const table = 'role="presentation" width="100%" cellpadding="0" cellspacing="0"';
  return `<!doctype html>
<html lang="${locale}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light"><title>${escapeHtml(subject)}</title>
<style>@media (max-width:37.5rem){.pad{padding-left:24px!important;padding-right:24px!important}.out{padding:0!important}.card{border-radius:0!important}}</style></head>
<body style="margin:0;padding:0;background:#f5e9d8;color:#211a1c;font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif">
<div role="main"><table ${table} style="background:#f5e9d8"><tr><td class="out" align="center" style="padding:32px 16px">
<table class="card" ${table} style="max-width:576px;background:#ffffff;border-radius:24px">
${cell("32px 40px 0", logo)}
${cell("28px 40px 0", `<h1 style="margin:0;font-size:28px;line-height:1.15;letter-spacing:-.02em">${escapeHtml(subject)}</h1>`)}
${paragraphs.map((text) => cell("16px 40px 0;font-size:17px;line-height:1.55", escapeHtml(text))).join("\n")}
${written ? cell("0 40px;font-size:17px;line-height:1.55", written) : ""}
${button ? pill(button, primaryColour) : ""}
${cell("20px 40px 0;font-size:15px;line-height:1.5;color:#4b4245", lines(closing))}
${cell("24px 40px 32px", `<div style="border-top:2px solid #e3dcda;padding-top:20px;font-size:14px;line-height:1.5;color:#6b6164;word-break:break-word">${lines(button ? [button.link, why] : [why])}${leave ? `<br><a href="${escapeHtml(leave.url)}" style="color:#4b4245">${escapeHtml(leave.label)}</a>` : ""}</div>`)}
</table></td></tr></table></div></body></html>`;
}
