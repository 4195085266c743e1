import { getFormProps } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import type { EventForPerson, OwnRegistration } from "#contract/charity/event-registrations";
import { ErrorSummary } from "~/forms/error-summary";
import { ChoiceGroup } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import type { FormAnswer } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import { useTranslate } from "~/i18n/use-translate";
import { Disclosure } from "~/ui/disclosure";
import { useNow } from "~/ui/now";
import { usePage } from "~/ui/page-context";
import { slotText } from "./slot-text";

const schema = () => import("#contract/charity/kit-orders").then(({ KitSlot }) => KitSlot);

type Props = { event: EventForPerson; mine: OwnRegistration; answer: FormAnswer | undefined; submission: string };

/** Moves one's own order to another slot of the event that is free, as long as it could be given back. */
export function SlotForm({ event, mine, ...form }: Props) {
  const { t } = useTranslation("kits");
  const now = useNow().toISOString();
  const begins = mine.startsAt ?? event.startsAt;
  const isOpen = mine.status === "confirmed" && mine.cancelUntil > now && begins > now && !event.cancelled;
  const isWaiting = mine.kit?.status === "ordered" || mine.kit?.status === "in_preparation";
  // Of slots that the reader may have, only their own place stands in the way.
  const slots = event.quotas.filter(({ id, free, refused }) => id !== mine.quotaId && free > 0 && refused === "already");
  if (!isOpen || !isWaiting || slots.length === 0) return null;
  return (
    <Disclosure summary={t("slot.change")} open={form.answer !== undefined}>
      <Fields event={event} slots={slots} {...form} />
    </Disclosure>
  );
}

type FieldsProps = Pick<Props, "event" | "answer" | "submission"> & { slots: EventForPerson["quotas"] };

function Fields({ event, slots, answer, submission }: FieldsProps) {
  const { t } = useTranslation("kits");
  const { t: events } = useTranslation("events");
  const translate = useTranslate();
  const { locale } = usePage();
  const [form, fields] = usePageForm(schema, { id: "kitSlot", answer });
  const choices = slots.map(({ id, free, ...slot }) => ({
    value: id,
    label: slotText(locale, translate, slot, event.startsAt),
    hint: events("placesLeft", { count: free }),
  }));
  return (
    <Form submission={submission} {...getFormProps(form)} className="mt-4 grid gap-4">
      <ErrorSummary form={form} />
      <ChoiceGroup field={fields.quotaId} label={t("slot.other")} choices={choices} cards />
      <p>
        <Submit name="intent" value="slot" variant="line">
          {t("slot.save")}
        </Submit>
      </p>
    </Form>
  );
}
