import { ChevronRight } from "lucide";
import { useTranslation } from "react-i18next";
import { Icon } from "./icon";
import { Link } from "./link";

/** The pages above this one, from the widest. */
export function Breadcrumb({ steps }: { steps: { label: string; to: string }[] }) {
  const { t } = useTranslation();
  if (steps.length === 0) return null;
  return (
    <nav aria-label={t("breadcrumb")} className="-mb-4 text-sm">
      <ol className="flex flex-wrap items-center gap-1">
        {steps.map(({ label, to }, at) => (
          <li key={to} className="flex items-center gap-1">
            {at > 0 && <Icon of={ChevronRight} className="size-4" />}
            <Link to={to} className="inline-block py-1 font-semibold">
              {label}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}
