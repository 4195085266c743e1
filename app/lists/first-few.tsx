import { Children, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Disclosure } from "~/ui/disclosure";

/** Rows that are shown at once: with more, the button after them would be out of sight. */
const few = 5;

type Props = { className: string; children: ReactNode };

/** A list of which the first items are shown, and the others on demand. One more item than that is shown as well. */
export function FirstFew({ className, children }: Props) {
  const { t } = useTranslation("lists");
  const items = Children.toArray(children);
  if (items.length <= few + 1) return <ul className={className}>{items}</ul>;
  return (
    <>
      <ul className={className}>{items.slice(0, few)}</ul>
      <Disclosure summary={t("bulk.showMore", { count: items.length - few })}>
        <ul className={className}>{items.slice(few)}</ul>
      </Disclosure>
    </>
  );
}
