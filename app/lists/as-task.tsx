import { useTranslation } from "react-i18next";
import { maxRowsInRequest } from "#contract/accounts/tasks";

/** Says that so many rows are changed in the background. */
export function AsTask({ count }: { count: number }) {
  const { t } = useTranslation("lists");
  return count > maxRowsInRequest && <p>{t("bulk.asTask", { count })}</p>;
}
