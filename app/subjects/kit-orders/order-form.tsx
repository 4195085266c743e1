import { getFormProps } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import type { EventForPerson } from "#contract/charity/event-registrations";
import type { KitForm } from "#contract/charity/kit-orders";
import { hourText, writtenDay } from "#contract/formats/france-time";
import { ErrorSummary } from "~/forms/error-summary";
import { ChoiceGroup } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import type { FormAnswer } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import { RegistrationForm } from "~/subjects/event-registrations/registration-form";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";
import { OrderFields } from "./order-fields";

const schema = () => import("#contract/charity/kit-orders").then(({ KitOrderDraft }) => KitOrderDraft);

type Props = { event: EventForPerson; kit: KitForm; answer: FormAnswer | undefined; submission: string };

/** Orders a kit or books a fitting; where the reader cannot, says why. */
export function OrderForm(props: Props) {
  const { event, kit } = props;
  const { t } = useTranslation("kits");
  const isOpen = event.phase === "open" || (event.phase === "full" && event.waitingList);
  if (!isOpen || event.quotas.every(({ refused }) => refused)) return <RegistrationForm {...props} />;
  if (kit.earlier?.refused)
    return (
      <Panel title={t(`form.${kit.kind}.title`)}>
        <Earlier earlier={kit.earlier} />
      </Panel>
    );
  return <Fields {...props} />;
}

function Fields({ event, kit, answer, submission }: Props) {
  const { t } = useTranslation("kits");
  const { t: events } = useTranslation("events");
  const { locale } = usePage();
  const open = event.quotas.filter(({ refused }) => !refused);
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
  const choices = open.map(({ id, label, free, startsAt, endsAt }) => ({
    value: id,
    label:
      startsAt && endsAt
        ? events("register.slot", { from: hourText(locale, new Date(startsAt)), to: hourText(locale, new Date(endsAt)) })
        : label[locale] || label.fr,
    hint: free > 0 ? events("placesLeft", { count: free }) : events("phase.full"),
  }));
  return (
    <Panel title={t(`form.${kit.kind}.title`)}>
      <Form submission={submission} {...getFormProps(form)} className="grid gap-4">
        <ErrorSummary form={form} />
        {kit.earlier && <Earlier earlier={kit.earlier} />}
        <ChoiceGroup field={fields.quotaId} label={t(`form.${kit.kind}.when`)} choices={choices} cards />
        <OrderFields fields={fields} kit={kit} />
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

/** An aid inside the interval of the charity, and what that means for this order. */
function Earlier({ earlier: { kind, day, until, received, refused } }: { earlier: NonNullable<KitForm["earlier"]> }) {
  const { t } = useTranslation("kits");
  const { locale } = usePage();
  const what = kind === "clothes" ? "clothes" : "parcel";
  return (
    <p className="rounded-card bg-warning-soft p-4">
      {t(`earlier.${received ? "received" : "ordered"}.${what}`, { day: writtenDay(locale, day) })}{" "}
      {t(refused ? "earlier.refused" : "earlier.warned", { until: writtenDay(locale, until) })}
    </p>
  );
}
