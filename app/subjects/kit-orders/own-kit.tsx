import { getFormProps } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import type { OwnKit } from "#contract/charity/event-registrations";
import type { KitForm } from "#contract/charity/kit-orders";
import { ErrorSummary } from "~/forms/error-summary";
import { Form, Submit } from "~/forms/form";
import type { FormAnswer } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import { Disclosure } from "~/ui/disclosure";
import { Facts } from "~/ui/facts";
import { Panel } from "~/ui/panel";
import { KitBadge } from "./kit-state";
import { OrderFields } from "./order-fields";

const schema = () => import("#contract/charity/kit-orders").then(({ KitDetails }) => KitDetails);

type Props = { kit: OwnKit; isOver: boolean; form: KitForm; answer: FormAnswer | undefined; submission: string };

/** One's own order: how far it is, what comes next, what was said for it, which can be changed until it is under way, or the event over. */
export function OwnKitPanel({ kit, isOver, form: given, answer, submission }: Props) {
  const { t } = useTranslation("kits");
  const mayChange = !isOver && (kit.status === "ordered" || kit.status === "in_preparation");
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
      <Facts facts={facts} className="mt-4 grid gap-3" />
      {mayChange && (
        <Disclosure summary={t("form.edit")} open={answer !== undefined}>
          <ChangeForm kit={kit} given={given} answer={answer} submission={submission} />
        </Disclosure>
      )}
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
