import { useTranslation } from "react-i18next";
import { Form, Submit } from "~/forms/form";

/** Withdraws a request of which nothing was paid. */
export function Withdrawal({ id }: { id: string }) {
  const { t } = useTranslation("memberships");
  return (
    <Form className="mt-6">
      <Submit variant="line" name="withdraw" value={id}>
        {t("own.withdraw")}
      </Submit>
    </Form>
  );
}
