import { Form } from "@remix-run/react";
import type { FormEvent } from "react";
import { useTranslation } from "react-i18next";
import { foundHits } from "~/layouts/office/search-keys";
import { Button } from "~/ui/button";

/** Filters the tools while someone types; when submitted, it searches people too. */
export function ToolSearchForm({ q, onType }: { q: string; onType: (typed: string) => void }) {
  const { t } = useTranslation("dashboard");
  /** What was searched already is not searched again: its first hit is opened. */
  const openFirst = (event: FormEvent<HTMLFormElement>) => {
    const [first] = foundHits();
    const typed = String(new FormData(event.currentTarget).get("q")).trim();
    if (!first || !typed || typed !== q || (event.nativeEvent as SubmitEvent).submitter === document.activeElement) return;
    event.preventDefault();
    first.click();
  };
  return (
    <Form role="search" aria-label={t("search.title")} action="/dashboard/tools" onSubmit={openFirst} className="flex flex-wrap gap-3">
      <input
        type="search"
        name="q"
        defaultValue={q}
        maxLength={200}
        className="control min-w-0 flex-1"
        placeholder={t("search.example")}
        aria-label={t("search.label")}
        aria-keyshortcuts="Control+K Meta+K"
        data-office-search=""
        onInput={(event) => onType(event.currentTarget.value)}
      />
      <Button variant="line">{t("search.submit")}</Button>
    </Form>
  );
}
