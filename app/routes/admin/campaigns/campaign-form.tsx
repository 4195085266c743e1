import { getFormProps } from "@conform-to/react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { generalTopics } from "#contract/accounts/campaign-drafts";
import type { Audience, CampaignRecord, PublishedDocument } from "#contract/accounts/campaigns";
import { noticeChannels } from "#contract/accounts/inbox";
import type { PeopleList } from "#contract/accounts/people";
import type { Role } from "#contract/accounts/roles";
import { readIn } from "#contract/formats/localized-text";
import { ErrorSummary } from "~/forms/error-summary";
import { Checkbox, ChoiceGroup, SelectField, TextArea, TextField } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import { FormGroup } from "~/forms/form-group";
import { LanguagePanels } from "~/forms/language-panels";
import { useLeaveGuard } from "~/forms/leave-guard";
import { MarkdownField } from "~/forms/markdown-field";
import { SaveBar } from "~/forms/save-bar";
import { SavedDraft } from "~/forms/saved-draft";
import type { FormAnswer } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import { useTranslate } from "~/i18n/use-translate";
import { fileFacts } from "~/ui/file-facts";
import { usePage } from "~/ui/page-context";
import { printed } from "./attached-title";
import { AudienceCount } from "./audience-count";
import { ChosenField } from "./chosen-field";
import type { CountedAnswer } from "./counting.server";
import { type EventChoices, EventFields, variablesIn } from "./event-fields";
import type { valuesOf } from "./saving.server";

const draft = () => import("#contract/accounts/campaign-drafts").then(({ CampaignDraft }) => CampaignDraft);
const edit = () => import("#contract/accounts/campaign-drafts").then(({ CampaignEdit }) => CampaignEdit);

export type CampaignChoices = {
  roles: { role: Role; people: number }[];
  sectors: { id: string; name: string }[];
  views: { id: string; name: string; list: PeopleList }[];
  documents: PublishedDocument[];
  push: boolean;
  subscribers: number | null;
};

type Saved = {
  record: Pick<CampaignRecord, "id" | "version" | "title" | "sentence" | "body" | "chosen">;
  values: ReturnType<typeof valuesOf>;
};
type Props = {
  saved?: Saved;
  /** The event that it is about. */
  event?: EventChoices | null;
  choices: CampaignChoices;
  audience: Audience | null;
  answer: FormAnswer | CountedAnswer | undefined;
  submission: string;
};

const initial = { topic: "association", channels: ["inbox", "email"], when: "now" } as const;
const ofEvent = (id: string) => ({ ...initial, topic: "event", eventId: id, eventStatuses: ["confirmed"] });

/** The form of a campaign: to whom, what, how and when. Works as a plain HTML form; one of its buttons counts. */
export function CampaignForm({ saved, event, choices, audience, answer, submission }: Props) {
  const { t } = useTranslation("campaigns");
  const element = useRef<HTMLFormElement>(null);
  const changed = useLeaveGuard(element);
  const [form, fields] = usePageForm(saved ? edit : draft, {
    id: "campaign",
    answer,
    defaultValue: (saved?.values ?? (event ? ofEvent(event.id) : initial)) as never,
  });
  const counted = answer && "counted" in answer ? answer : undefined;
  const faulty = (...names: string[]) => Object.keys(form.allErrors).some((fault) => names.some((name) => fault.split(/[.[]/)[0] === name));
  return (
    <Form ref={element} submission={submission} {...getFormProps(form)}>
      <div className="record-text grid gap-5">
        <SavedDraft form={element} version={saved?.record.version} answered={!!answer} />
        <ErrorSummary
          form={form}
          labels={{
            roles: t("form.roles"),
            subscribers: t("form.subscribers"),
            sectorIds: t("form.sectors"),
            viewId: t("form.view"),
            eventStatuses: t("form.statuses"),
            quotaIds: t("form.groups"),
            topic: t("form.topic"),
            title: t("form.title"),
            sentence: t("form.sentence"),
            body: t("form.body"),
            label: t("form.label"),
            path: t("form.path"),
            attachmentIds: t("form.attachments"),
            channels: t("form.channels"),
            when: t("form.when"),
            at: t("form.at"),
          }}
        />
        {saved && <input type="hidden" name="version" value={saved.record.version} />}
        <FormGroup
          title={t("form.to")}
          number={1}
          atFault={faulty("roles", "subscribers", "sectorIds", "viewId", "eventStatuses", "quotaIds")}
        >
          {event ? (
            <EventFields fields={fields} event={event} />
          ) : saved && saved.record.chosen !== null ? (
            <ChosenField id={saved.record.id} name={fields.chosen.name} count={saved.record.chosen} />
          ) : (
            <AudienceFields fields={fields} choices={choices} />
          )}
          <AudienceCount
            form={element}
            id={saved?.record.id}
            ofEvent={!!event}
            counted={counted?.counted ?? audience}
            channels={counted?.channels ?? saved?.values.channels ?? initial.channels}
          />
          <p>
            <Submit name="intent" value="count" variant="line">
              {t("form.count")}
            </Submit>
          </p>
        </FormGroup>
        <FormGroup
          title={t("form.what")}
          number={2}
          atFault={faulty("topic", "title", "sentence", "body", "label", "path", "attachmentIds")}
        >
          <TextFields fields={fields} errors={Object.keys(form.allErrors)} record={saved?.record} ofEvent={!!event} />
          <AttachmentField fields={fields} documents={choices.documents} />
        </FormGroup>
        <FormGroup title={t("form.how")} number={3} atFault={faulty("channels", "when", "at")}>
          <ChannelFields fields={fields} push={choices.push} />
        </FormGroup>
      </div>
      <SaveBar changed={changed || !!answer}>
        <Submit name="intent" value="test" variant="line">
          {t("form.test")}
        </Submit>
        <Submit name="intent" value="save" variant="line">
          {t("form.save")}
        </Submit>
        <Submit name="intent" value="continue">
          {t("form.continue")}
        </Submit>
      </SaveBar>
    </Form>
  );
}

export type Fields = ReturnType<typeof usePageForm<Awaited<ReturnType<typeof draft>>>>[1];

function AudienceFields({ fields, choices: { roles, sectors, views, subscribers } }: { fields: Fields; choices: CampaignChoices }) {
  const { t } = useTranslation("campaigns");
  const translate = useTranslate();
  const list = (name: PeopleList) => translate(`titles:/dashboard/admin/users/${name}` as "titles:/dashboard");
  return (
    <>
      <ChoiceGroup
        field={fields.roles}
        label={t("form.roles")}
        several
        cards
        choices={roles.map(({ role, people }) => ({ value: role, label: t(`roles.${role}`), hint: t("roleCount", { count: people }) }))}
      />
      {subscribers !== null && (
        <Checkbox field={fields.subscribers} label={t("form.subscribers")} hint={t("form.subscribersHint", { count: subscribers })} />
      )}
      {sectors.length > 0 && (
        <ChoiceGroup
          field={fields.sectorIds}
          label={t("form.sectors")}
          hint={t("form.sectorsHint")}
          several
          scrolls
          choices={sectors.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      {views.length > 0 && (
        <SelectField
          field={fields.viewId}
          label={t("form.view")}
          hint={t("form.viewHint")}
          empty={t("form.noView")}
          choices={views.map((view) => ({ value: view.id, label: t("form.viewOf", { list: list(view.list), name: view.name }) }))}
        />
      )}
    </>
  );
}

type TextProps = { fields: Fields; errors: string[]; record: Saved["record"] | undefined; ofEvent: boolean };

function TextFields({ fields, errors, record, ofEvent }: TextProps) {
  const { t } = useTranslation("campaigns");
  const [title, sentence, body, label] = [
    fields.title.getFieldset(),
    fields.sentence.getFieldset(),
    fields.body.getFieldset(),
    fields.label.getFieldset(),
  ];
  const inEnglish = errors.length > 0 && errors.every((name) => name.endsWith(".en"));
  const english = record && [record.title, record.sentence, record.body].every((text) => !text.fr || text.en);
  return (
    <>
      {!ofEvent && (
        <ChoiceGroup
          field={fields.topic}
          label={t("form.topic")}
          cards
          choices={generalTopics.map((topic) => ({ value: topic, label: t(`topic.${topic}`), hint: t(`topicHint.${topic}`) }))}
        />
      )}
      <LanguagePanels
        id="campaign"
        label={t("form.language")}
        initial={inEnglish ? "en" : "fr"}
        notes={record ? { fr: t("form.ready"), en: english ? t("form.ready") : t("form.missing") } : {}}
      >
        {(locale) => (
          <div className="grid gap-4">
            <TextField field={title[locale]} label={t("form.title")} hint={t("form.titleHint")} lang={locale} />
            <TextArea field={sentence[locale]} label={t("form.sentence")} hint={t("form.sentenceHint")} rows={2} lang={locale} />
            <MarkdownField
              field={body[locale]}
              label={t("form.body")}
              hint={ofEvent ? t("form.bodyOfEvent", { variables: variablesIn(locale) }) : t("form.bodyHint")}
              optional={locale === "en"}
              rows={9}
              lang={locale}
            />
            <TextField field={label[locale]} label={t("form.label")} hint={t("form.labelHint")} lang={locale} />
          </div>
        )}
      </LanguagePanels>
      <TextField field={fields.path} label={t("form.path")} hint={t(ofEvent ? "form.pathOfEvent" : "form.pathHint")} />
    </>
  );
}

/** Which published documents go with the mail. */
function AttachmentField({ fields, documents }: { fields: Fields; documents: PublishedDocument[] }) {
  const { t } = useTranslation("campaigns");
  const { locale } = usePage();
  if (documents.length === 0)
    return (
      <div className="field">
        <span className="font-semibold">{t("form.attachments")}</span>
        <p className="hint">{t("form.noAttachments")}</p>
      </div>
    );
  return (
    <ChoiceGroup
      field={fields.attachmentIds}
      label={t("form.attachments")}
      hint={t("form.attachmentsHint")}
      several
      scrolls
      choices={documents.map(({ id, title, ...file }) => ({
        value: id,
        label: printed(readIn(locale, title)),
        hint: fileFacts(locale, file),
      }))}
    />
  );
}

function ChannelFields({ fields, push }: { fields: Fields; push: boolean }) {
  const { t } = useTranslation("campaigns");
  const offered = noticeChannels.filter((channel) => push || channel !== "push");
  return (
    <>
      <ChoiceGroup
        field={fields.channels}
        label={t("form.channels")}
        several
        cards
        choices={offered.map((channel) => ({ value: channel, label: t(`channel.${channel}`), hint: t(`channelHint.${channel}`) }))}
      />
      <ChoiceGroup
        field={fields.when}
        label={t("form.when")}
        choices={[
          { value: "now", label: t("form.now") },
          { value: "later", label: t("form.later") },
        ]}
      />
      <div className="campaign-at">
        <TextField field={fields.at} type="datetime-local" label={t("form.at")} hint={t("form.atHint")} optional={false} />
      </div>
    </>
  );
}
