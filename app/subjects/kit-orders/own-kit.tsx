import { getFormProps } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import type { EventForPerson, OwnKit, OwnRegistration } from "#contract/charity/event-registrations";
import type { KitForm } from "#contract/charity/kit-orders";
import { ErrorSummary } from "~/forms/error-summary";
import { Form, Submit } from "~/forms/form";
import type { FormAnswer } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import { TeamLinks } from "~/subjects/event-registrations/away-form";
import { ButtonLink } from "~/ui/button";
import { Disclosure } from "~/ui/disclosure";
import { Facts } from "~/ui/facts";
import { Panel } from "~/ui/panel";
import { KitBadge } from "./kit-state";
import { OrderFields } from "./order-fields";
import { SlotForm } from "./slot-form";

const schema = () => import("#contract/charity/kit-orders").then(({ KitDetails }) => KitDetails);

type Props = {
  event: EventForPerson;
  mine: OwnRegistration;
  kit: OwnKit;
  form: KitForm;
  answer: FormAnswer | undefined;
  submission: string;
};

/** One's own order: how far it is, what comes next, what was said for it, which can be changed until it is under way, or the event over. */
export function OwnKitPanel({ event, mine, kit, form: given, answer, submission }: Props) {
  const { t } = useTranslation("kits");
  // Only the form of the slot has one.
  const isOfSlot = [answer?.result.initialValue, answer?.result.error].some((fields) => fields?.quotaId);
  const mayChange = event.phase !== "over" && (kit.status === "ordered" || kit.status === "in_preparation");
  const facts =
    kit.kind === "dressed"
      ? [{ label: t("own.sizes"), value: [kit.sizes, kit.companion && t("own.companion")].filter(Boolean).join(", ") || "–" }]
      : [
          { label: t("own.address"), value: kit.address ?? given.address ?? "–" },
          { label: t("own.door"), value: kit.door || "–" },
          { label: t("own.phone"), value: kit.phone ?? given.phone ?? "–" },
          { label: t("own.needs"), value: t(kit.needsShared ? "own.shared" : "own.notShared") },
        ];
  return (
    <Panel title={t("own.title")}>
      <p>
        <KitBadge kind={kit.kind} status={kit.status} />
      </p>
      <p className="mt-3">{t(`next.${kit.kind}.${kit.status}`)}</p>
      {kit.status === "absent" && (
        <p className="actions mt-3">
          <ButtonLink to={`/dashboard/events?type=${kit.kind}`}>{t("own.others")}</ButtonLink>
          <TeamLinks phone={event.teamPhone} />
        </p>
      )}
      <Facts facts={facts} className="mt-4 grid gap-3" />
      {mayChange && (
        <Disclosure summary={t("form.edit")} open={answer !== undefined && !isOfSlot}>
          <ChangeForm kit={kit} given={given} answer={isOfSlot ? undefined : answer} submission={submission} />
        </Disclosure>
      )}
      <SlotForm event={event} mine={mine} answer={isOfSlot ? answer : undefined} submission={submission} />
    </Panel>
  );
}

type FormProps = { kit: OwnKit; given: KitForm; answer: FormAnswer | undefined; submission: string };

function ChangeForm({ kit, given, answer, submission }: FormProps) {
  const { t } = useTranslation("kits");
  const [form, fields] = usePageForm(schema, {
    id: "kitDetails",
    answer,
    defaultValue: {
      ...kit,
      place: kit.kind === "dressed" ? undefined : kit.address || !given.address ? "other" : "own",
      address: kit.address ?? "",
      phone: kit.phone ?? "",
    },
  });
  return (
    <Form submission={submission} {...getFormProps(form)} className="mt-4 grid gap-4">
      <ErrorSummary form={form} />
      <OrderFields fields={fields} kit={given} />
      <p>
        <Submit name="intent" value="change" variant="line">
          {t("form.save")}
        </Submit>
      </p>
    </Form>
  );
}
