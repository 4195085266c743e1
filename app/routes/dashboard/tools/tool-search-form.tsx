import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Button } from "~/ui/button";

/** Filters the tools while someone types; when submitted, it searches people too. */
export function ToolSearchForm({ q, onType }: { q: string; onType: (typed: string) => void }) {
  const { t } = useTranslation("dashboard");
  return (
    <Form role="search" aria-label={t("search.title")} action="/dashboard/tools" className="flex flex-wrap gap-3">
      <input
        type="search"
        name="q"
        defaultValue={q}
        maxLength={200}
        className="control min-w-0 flex-1"
        placeholder={t("search.example")}
        aria-label={t("search.label")}
        onInput={(event) => onType(event.currentTarget.value)}
      />
      <Button variant="line">{t("search.submit")}</Button>
    </Form>
  );
}
