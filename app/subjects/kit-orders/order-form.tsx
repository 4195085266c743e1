import { getFormProps } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import type { EventForPerson } from "#contract/charity/event-registrations";
import type { KitForm } from "#contract/charity/kit-orders";
import { writtenDay } from "#contract/formats/france-time";
import { ErrorSummary } from "~/forms/error-summary";
import { ChoiceGroup } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import type { FormAnswer } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import { useTranslate } from "~/i18n/use-translate";
import { QuestionFields, questionLabels } from "~/subjects/event-registrations/question-fields";
import { RegistrationForm } from "~/subjects/event-registrations/registration-form";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";
import { OrderFields } from "./order-fields";
import { slotText } from "./slot-text";

const schema = () => import("#contract/charity/kit-orders").then(({ KitOrderDraft }) => KitOrderDraft);

type Props = { event: EventForPerson; kit: KitForm; answer: FormAnswer | undefined; submission: string };

/** The slots that the reader may take, and what is too close to the days of some. */
function slotsFor({ quotas }: EventForPerson, { earlier }: KitForm) {
  const eligible = quotas.filter(({ refused }) => !refused);
  const isClosed = (id: string) => earlier.some(({ refused, quotaIds }) => refused && quotaIds.includes(id));
  return {
    eligible,
    open: eligible.filter(({ id }) => !isClosed(id)),
    close: earlier.filter(({ quotaIds }) => eligible.some(({ id }) => quotaIds.includes(id))),
  };
}

/** Orders a kit or books a fitting; where the reader cannot, says why. */
export function OrderForm(props: Props) {
  const { event, kit } = props;
  const { t } = useTranslation("kits");
  const isOpen = event.phase === "open" || (event.phase === "full" && event.waitingList);
  const { eligible, open, close } = slotsFor(event, kit);
  if (!isOpen || eligible.length === 0) return <RegistrationForm {...props} />;
  if (open.length === 0)
    return (
      <Panel title={t(`form.${kit.kind}.title`)}>
        <Earlier all={close} />
      </Panel>
    );
  return <Fields {...props} />;
}

function Fields({ event, kit, answer, submission }: Props) {
  const { t } = useTranslation("kits");
  const { t: events } = useTranslation("events");
  const translate = useTranslate();
  const { locale } = usePage();
  const { open, close } = slotsFor(event, kit);
  const [form, fields] = usePageForm(schema, {
    id: "kit",
    answer,
    defaultValue: {
      quotaId: open.length === 1 ? open[0]?.id : undefined,
      place: kit.kind === "delivery" ? (kit.address ? "own" : "other") : undefined,
      sizes: kit.size ?? "",
    },
  });
  const isFull = open.every(({ free }) => free === 0);
  const choices = open.map(({ id, free, ...slot }) => ({
    value: id,
    label: slotText(locale, translate, slot, event.startsAt),
    hint: free > 0 ? events("placesLeft", { count: free }) : events("phase.full"),
  }));
  return (
    <Panel title={t(`form.${kit.kind}.title`)}>
      <Form submission={submission} {...getFormProps(form)} className="grid gap-4">
        <ErrorSummary form={form} labels={questionLabels(locale, event.questions)} />
        <Earlier all={close} />
        <ChoiceGroup field={fields.quotaId} label={t(`form.${kit.kind}.when`)} choices={choices} cards />
        <OrderFields fields={fields} kit={kit} />
        <QuestionFields field={fields.answers} questions={event.questions} />
        {isFull && <p>{t("form.full")}</p>}
        <p>
          <Submit name="intent" value="order">
            {t(`form.${kit.kind}.${isFull ? "wait" : "submit"}`)}
          </Submit>
        </p>
      </Form>
    </Panel>
  );
}

/** Aids inside the interval of the charity, each once, and what that means for this order. */
function Earlier({ all }: { all: KitForm["earlier"] }) {
  const { t } = useTranslation("kits");
  const { locale } = usePage();
  const each = [...new Map(all.map((earlier) => [earlier.day, earlier])).values()];
  return each.map(({ kind, day, until, received, refused }) => (
    <p key={day} className="rounded-card bg-warning-soft p-4">
      {t(`earlier.${received ? "received" : "ordered"}.${kind === "clothes" ? "clothes" : "parcel"}`, { day: writtenDay(locale, day) })}{" "}
      {t(refused ? "earlier.refused" : "earlier.warned", { until: writtenDay(locale, until) })}
    </p>
  ));
}
